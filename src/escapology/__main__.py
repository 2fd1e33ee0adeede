"""`python -m escapology` is the same as `escapology`."""

import sys

from escapology.cli import main

sys.exit(main())
