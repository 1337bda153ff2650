"""Tests of the back office; plain functions, nothing to install but a runner."""
