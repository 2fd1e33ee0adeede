"""`escapology`, and `python -m escapology`, which is the same."""

import sys

__all__ = ["main"]


def main() -> int:
    """Run one command; its exit code. Ctrl-C ends it without a word, even while it is still being loaded."""
    try:
        from escapology.cli import main as run

        return run()
    except KeyboardInterrupt:
        return 130  # 128 + SIGINT, as shells have it


if __name__ == "__main__":
    sys.exit(main())
