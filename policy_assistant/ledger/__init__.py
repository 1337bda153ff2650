"""The ledger: answers that were given, kept with what they rested on, in a chain that shows tampering."""
