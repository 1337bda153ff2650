"""A process that cuts documents for its parent: `python -m policy_assistant.cutting.worker`, see `processes`.

It reads frames from standard input and answers on standard output until its input ends, which it also does when the parent
is killed. Only text that was parsed comes here: whatever a file holds was met by the process that parsed it.
"""

import os
import pickle
import signal
import sys

from policy_assistant.child_process import own_output
from policy_assistant.cutting.cut import cut_kept
from policy_assistant.frames import read_frame, write_frame

TASK, CUT = b"T", b"C"


def main() -> None:
    """Answer until the parent is gone."""
    signal.signal(signal.SIGINT, signal.SIG_DFL if sys.platform == "win32" else signal.SIG_IGN)  # Ctrl-C is the parent's business
    answers = own_output()
    try:
        while True:
            _, body = read_frame(sys.stdin.buffer, TASK)
            task = pickle.loads(body)  # noqa: S301 - our own parent wrote it
            write_frame(answers, CUT, pickle.dumps(cut_kept(task), pickle.HIGHEST_PROTOCOL))
    except (EOFError, OSError):
        os._exit(0)


if __name__ == "__main__":
    main()
