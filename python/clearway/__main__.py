"""``python -m clearway``: the command line."""

import sys

from clearway.cli import main

sys.exit(main())
