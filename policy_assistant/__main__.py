"""`python -m policy_assistant`."""

from policy_assistant.cli import main

if __name__ == "__main__":
    main()
