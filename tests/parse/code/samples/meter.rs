//! Meters and what they count.

use std::fmt;

/// Readings a day.
pub const READINGS: u32 = 24;
static UNIT: &str = "kWh";

/// A meter on the wall.
#[derive(Debug)]
pub struct Meter<'a> {
    pub name: &'a str,
}

pub trait Count {
    fn count(&self) -> u32;

    fn twice(&self) -> u32 {
        self.count() * 2
    }
}

impl<'a> fmt::Display for Meter<'a> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}", self.name)
    }
}

impl Meter<'_> {
    pub const LIMIT: u32 = 9;

    // Start at zero.
    #[inline]
    pub fn new() -> Self {
        Meter { name: "m" }
    }
}

macro_rules! meter {
    ($n:expr) => { Meter { name: $n } };
}

enum Tariff {
    Day,
    Night,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts() {
        assert_eq!(READINGS, 24);
    }
}
