"""Records as the same proposals that words would bring: patient cards and FHIR."""
