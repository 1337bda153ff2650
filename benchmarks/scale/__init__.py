"""Search in a thousand to a million passages: ours and what else people take, on the same data in one run.

`python -m benchmarks.scale`; every tool builds and answers in a process of its own.
"""
