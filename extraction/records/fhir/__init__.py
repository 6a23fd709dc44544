"""FHIR R4: resources of a record as facts, one file a kind of resource."""
