"""A process that embeds passages for its parent: `python -m policy_assistant.models.worker`, see `parallel`.

It reads frames from standard input and answers on standard output until its input ends, which it also does when the parent
is killed.
"""

import json
import os
import signal
import sys
from typing import BinaryIO

from policy_assistant.errors import PolicyAssistantError
from policy_assistant.models.base import Embedder, ModelOptions
from policy_assistant.models.embedders.base import open_embedder
from policy_assistant.models.frames import ERROR, HELLO, VECTORS, read_frame, write_frame


def main() -> None:
    """Serve the parent until it is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the whole group; the parent decides what becomes of us
    requests, answers = _streams()
    try:
        serve(requests, answers)
    except (EOFError, BrokenPipeError):
        os._exit(0)  # nobody is left to tell anything


def _streams() -> tuple[BinaryIO, BinaryIO]:
    """Standard input, and a way to standard output that nothing else can write to: a library may print."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return sys.stdin.buffer, answers


def serve(requests: BinaryIO, answers: BinaryIO) -> None:
    """Open the embedder that the first frame names, then answer texts with vectors.

    An error of ours is sent as a frame and ends the work; any other ends the process with its traceback.

    Raises:
        EOFError: there are no more requests.
    """
    try:
        embedder = _open(read_frame(requests)[1])
        write_frame(answers, HELLO, json.dumps({"dimension": embedder.dimension, "revision": embedder.revision}).encode())
        while True:
            write_frame(answers, VECTORS, embedder.passages(json.loads(read_frame(requests)[1])).tobytes())
    except PolicyAssistantError as error:
        write_frame(answers, ERROR, json.dumps({"message": str(error), "hint": error.hint}).encode())


def _open(hello: bytes) -> Embedder:
    values = json.loads(hello)
    return open_embedder(values["spec"], ModelOptions(**values["options"]))


if __name__ == "__main__":
    main()
