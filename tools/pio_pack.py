# SPDX-License-Identifier: BSD-3-Clause
"""Does what `pio pkg pack` does without a network: pio_pack.py OUTPUT FOLDER, run by PlatformIO's Python.

PlatformIO downloads the list of SPDX licence identifiers to check the library's. Here that list holds only permkern's
identifier. Packing and all other checks of library.json are done by PlatformIO.
"""

import sys

from platformio.package.commands.pack import package_pack_cmd
from platformio.package.manifest.schema import ManifestSchema

ManifestSchema.load_spdx_licenses = staticmethod(lambda: {"licenses": [{"licenseId": "BSD-3-Clause"}]})
package_pack_cmd.main(["--output", sys.argv[1], sys.argv[2]])
