"""Messages of the core go to the logger ``clearway``; nothing is ever printed."""

import atexit
import logging

from clearway import _core

logger = logging.getLogger("clearway")
logger.addHandler(logging.NullHandler())

_core._set_log_sink(logger.log)
atexit.register(_core._clear_log_sink)
