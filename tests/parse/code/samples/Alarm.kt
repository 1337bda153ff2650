package home

import java.time.Duration

const val MAX_ALARMS = 5
val RETRY = Duration.ofSeconds(30)

/** Rings. */
@Component
class Alarm(val zone: String) : Base() {
    companion object {
        const val SECONDS = 60
    }

    constructor() : this("all")

    init {
        check(zone.isNotEmpty())
    }

    val loud: Boolean
        get() = zone == "all"

    fun ring(): Int = SECONDS

    enum class Level { LOW, HIGH }
}

object Registry {
    fun add(alarm: Alarm) {
        all.add(alarm)
    }
}

interface Bell {
    fun ding()
}

fun String.toAlarm(): Alarm {
    return Alarm(this)
}
