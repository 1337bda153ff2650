"""One file in each language: the exact places of all its pieces."""

from pathlib import Path

import pytest

from policy_assistant.parse.code import language_of, parse_code, syntax_available

SAMPLES = Path(__file__).with_name("samples")
EXPECTED = """
Alarm.kt
1-3 module Alarm
5-5 constant MAX_ALARMS
6-6 constant RETRY
8-11 class Alarm
12-13 constant Alarm.SECONDS
15-15 method Alarm.constructor
17-19 method Alarm.init
21-22 method Alarm.loud
24-24 method Alarm.ring
26-27 class Alarm.Level
29-29 class Registry
30-33 method Registry.add
35-37 class Bell
39-41 function toAlarm

cart.js
1-5 module cart
6-6 constant freeShipping
7-10 constant RATES
12-15 function total
17-20 function rounded
22-24 class Cart
26-28 method Cart.constructor
30-32 method Cart.add
34-37 method Cart.pages
39-41 function empty
43-45 method Cart.weight
47-49 function memoised
51-53 module cart
54-56 function clear
57-61 function save

checkout.ts
1-1 module checkout
3-3 class Money
5-8 class Provider
10-13 class State
15-15 constant LIMITS
17-21 function price
23-25 class Checkout
27-27 method Checkout.constructor
29-33 method Checkout.pay
35-35 class Checkout
37-40 method Checkout.cancel
42-42 module checkout
43-46 function Rules.mayPay

Invoice.php
1-5 module Invoice
7-7 constant DUE_DAYS
8-8 constant REMINDERS
10-15 class Invoice
16-16 constant Invoice.RATE
17-17 class Invoice
19-21 method Invoice.__construct
23-27 method Invoice.total
29-30 class Invoice
32-35 class Payable
37-38 class Dated
39-43 method Dated.day
45-48 class State
50-53 function due

loans.py
1-7 module loans
9-11 constant LOAN_DAYS
12-12 constant max_renewals
13-16 constant FEES
18-20 module loans
21-21 constant READS_TOML
22-23 module loans
26-34 class Loan
36-39 method Loan.due
41-41 class Loan
43-44 class Loan.Note
46-47 method Loan.Note.short
49-53 method Loan.renew
56-59 function fee
62-63 module loans

member.rb
1-1 module member
3-3 constant MAX_LOANS
4-4 class Card
6-7 class Library
8-8 class Library.Member
9-9 constant Library.Member.GRACE_DAYS
10-10 class Library.Member
12-15 method Library.Member.initialize
17-17 method Library.Member.late?
19-21 method Library.Member.guest
23-23 class Library.Member
24-27 method Library.Member.all
29-33 method Library.Member.secret
35-37 function greet

meter.rs
1-3 module meter
5-6 constant READINGS
7-7 constant UNIT
9-13 class Meter
15-16 class Count
18-21 method Count.twice
23-23 class Meter
24-27 method Meter.fmt
29-29 class Meter
30-30 constant Meter.LIMIT
32-37 method Meter.new
39-41 function meter
43-46 class Tariff
48-50 module meter
52-56 function tests.counts

nightly.sh
1-2 module nightly
4-5 constant KEEP_DAYS
6-6 constant MAX_COPIES
7-7 constant TARGET
8-8 module nightly
10-14 function purge
16-18 function report
20-21 module nightly

Order.cs
1-4 module Order
5-8 class Order
9-9 constant Order.MaxLines
10-10 constant Order.Vat
12-12 class Order
14-14 method Order.Total
16-19 method Order.Order
21-25 method Order.Late
27-31 method Order.this
33-33 class Line
35-38 class IStore
40-41 class State

panel.tsx
1-1 module panel
3-3 class Props
5-7 function Panel
9-11 function App

queue.go
1-4 module queue
6-6 constant MaxJobs
8-10 constant Retry
11-12 constant Pause
14-17 class Job
19-20 class State
22-25 class Runner
27-30 method Job.Run
32-32 method State.String
34-36 function New

Refund.java
1-3 module Refund
5-11 class Refund
12-13 constant Refund.WINDOW_DAYS
14-14 class Refund
16-18 method Refund.Refund
20-24 method Refund.late
26-26 class Refund
28-29 class Refund.State
31-35 method Refund.State.done
37-37 class Amount
38-41 method Amount.Amount
43-43 class Clock
44-44 constant Clock.TICKS
46-46 class Clock
48-51 method Clock.later

ring.c
1-3 module ring
5-6 constant RING_SLOTS
7-7 function NEXT
9-12 constant names
14-16 class ring_t
18-20 class node
22-22 class mode
24-24 module ring
26-32 function ring_pop
34-37 function handler

schema.sql
1-1 module schema
3-7 table shop.orders
9-10 table late_orders
12-16 function days_left
18-20 module schema

shape.cpp
1-3 module shape
5-5 constant kScale
7-9 class Box
10-10 constant Box.kSides
12-12 method Box.Box
14-16 method Box.area
18-22 class Box
24-27 method Box.print
29-31 method Shape.~Shape
33-35 method Shape.corners
37-39 function operator==
41-43 class Colour
"""
PLACES = {name: lines for name, *lines in (part.split("\n") for part in EXPECTED.strip().split("\n\n"))}


def test_every_sample_has_its_places_here() -> None:
    assert set(PLACES) == {path.name for path in SAMPLES.glob("*.*")}
    assert len({language_of(name) for name in PLACES}) == 14


@pytest.mark.parametrize("name", PLACES)
def test_the_pieces_of_a_language(name: str) -> None:
    assert syntax_available(language_of(name))
    parsed = parse_code((SAMPLES / name).read_bytes(), f"shop/{name}")
    places = [block.place for block in parsed.blocks if block.place]
    assert [f"{place.first_line}-{place.last_line} {place.kind} {place.name}" for place in places] == PLACES[name]
