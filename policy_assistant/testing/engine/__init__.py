"""The parts of the contract of engines (`testing.engine_contract`): sample documents, the formulas, and the promises by what they are about."""
