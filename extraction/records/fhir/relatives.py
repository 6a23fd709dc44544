"""Who a FamilyMemberHistory is about: HL7 v3 RoleCode as the kinship words of facts."""

from __future__ import annotations

from typing import Final

from extraction.naming.lexicon import Lexicon
from extraction.records.fhir.elements import Coded

ROLE_CODE: Final = "http://terminology.hl7.org/CodeSystem/v3-RoleCode"

UNNAMED: Final = "relative"

_ROLES: Final = {
    "mother": "MTH NMTH NMTHF",
    "father": "FTH NFTH NFTHF",
    "parents": "PRN NPRN",
    "brother": "BRO NBRO HBRO TWINBRO",
    "sister": "SIS NSIS HSIS TWINSIS",
    "sibling": "SIB NSIB HSIB TWIN",
    "son": "SON NSON SONC",
    "daughter": "DAU NDAU DAUC",
    "child": "CHILD NCHILD",
    "grandmother": "GRMTH MGRMTH PGRMTH",
    "grandfather": "GRFTH MGRFTH PGRFTH",
    "grandparents": "GRPRN MGRPRN PGRPRN",
    "great-grandparents": "GGRPRN MGGRPRN PGGRPRN GGRMTH MGGRMTH PGGRMTH GGRFTH MGGRFTH PGGRFTH",
    "grandchild": "GRNDCHILD GRNDSON GRNDDAU",
    "aunt": "AUNT MAUNT PAUNT",
    "uncle": "UNCLE MUNCLE PUNCLE",
    "cousin": "COUSN MCOUSN PCOUSN",
    "nephew": "NEPHEW",
    "niece": "NIECE",
    "husband": "HUSB",
    "wife": "WIFE",
    "spouse": "SPS DOMPART",
    "stepmother": "STPMTH",
    "stepfather": "STPFTH",
    "stepchild": "STPCHLD STPSON STPDAU",
    "mother-in-law": "MTHINLAW",
    "father-in-law": "FTHINLAW",
    "parents-in-law": "PRNINLAW",
    "brother-in-law": "BROINLAW",
    "sister-in-law": "SISINLAW",
    "son-in-law": "SONINLAW",
    "daughter-in-law": "DAUINLAW",
    "family": "FAMMEMB",
    UNNAMED: "EXT",
}
_BY_CODE: Final = {code: word for word, codes in _ROLES.items() for code in codes.split()}


def relative(relationship: Coded, lexicon: Lexicon) -> str:
    """The relative by code, else by name, else only as a relative: never the patient."""
    for coding in relationship.codings:
        if coding.system == ROLE_CODE and coding.code in _BY_CODE:
            return _BY_CODE[coding.code]
    for name in relationship.names:
        if entry := lexicon.by_name(name, ("relatives",)):
            return entry.name.casefold()
    return UNNAMED
