"""Certificates: files that convince somebody who trusts only the rules. `docs/certificates.md` describes them.

verify.py   reads them, and checks them by the plain rules: start here
make.py     makes them of what a solver has found
"""

from escapology.certificate.make import MOST_CLAIMS, TooLargeError, make, write
from escapology.certificate.verify import Certificate, CertificateError, read, verify

__all__ = [
    "MOST_CLAIMS",
    "Certificate",
    "CertificateError",
    "TooLargeError",
    "make",
    "read",
    "verify",
    "write",
]
