"""`python -m scrump.report` is `scrump-report`."""

import sys

from scrump.report.cli import main

sys.exit(main())
