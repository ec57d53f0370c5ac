"""Messages of the core go to the logger ``clearway``.

The logger has no handler of its own: warnings reach what the application set up, or, where it
set up nothing, Python's handler of last resort, which writes them to stderr.
"""

import atexit
import logging

from clearway import _core

logger = logging.getLogger("clearway")

_core._set_log_sink(logger.log)
atexit.register(_core._clear_log_sink)
