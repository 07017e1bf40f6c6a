# SPDX-License-Identifier: BSD-3-Clause
"""`pio pkg pack` where there is no network: pio_pack.py OUTPUT FOLDER, run by the Python that has PlatformIO.

PlatformIO fetches the list of SPDX licence identifiers to look the library's up. Here that list is the one identifier
that permkern has; packing and every other check of library.json are PlatformIO's.
"""

import sys

from platformio.package.commands.pack import package_pack_cmd
from platformio.package.manifest.schema import ManifestSchema

ManifestSchema.load_spdx_licenses = staticmethod(lambda: {"licenses": [{"licenseId": "BSD-3-Clause"}]})
package_pack_cmd.main(["--output", sys.argv[1], sys.argv[2]])
