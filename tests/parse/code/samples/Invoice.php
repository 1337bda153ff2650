<?php

namespace Shop;

use DateTime;

const DUE_DAYS = 30;
define('REMINDERS', 3);

/**
 * An invoice.
 */
#[Entity]
final class Invoice extends Base implements Payable
{
    public const RATE = 0.2;
    private array $lines = [];

    public function __construct(private string $number)
    {
    }

    // With tax.
    public function total(): float
    {
        return 1 + self::RATE;
    }

    abstract protected function later();
}

interface Payable
{
    public function pay(): void;
}

trait Dated
{
    public function day(): DateTime
    {
        return new DateTime();
    }
}

enum State: string
{
    case Open = 'open';
}

function due(DateTime $day): DateTime
{
    return $day->modify('+' . DUE_DAYS . ' days');
}
