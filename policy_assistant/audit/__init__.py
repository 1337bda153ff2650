"""The audit: which kept answers no longer hold, and which will not."""
