// Builds dist/ if a source is newer than it.

import setup from "../test/helpers/build.mjs";

setup();
