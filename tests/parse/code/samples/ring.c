#ifndef RING_H
#define RING_H
#include <stddef.h>

/* Slots of the ring. */
#define RING_SLOTS 64
#define NEXT(i) (((i) + 1) % RING_SLOTS)

static const char *const names[] = {
    "in",
    "out",
};

typedef struct {
    size_t head;
} ring_t;

struct node {
    int value;
};

enum mode { READ, WRITE };

int ring_push(ring_t *ring, int value);

/* Take one. */
static int *
ring_pop(ring_t *ring)
{
    const int local = 3;
    return NULL;
}

void (*handler(int signal))(int) {
    return 0;
}
#endif
