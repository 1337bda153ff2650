"""The extractor: answers without a model, in the documents' own words."""
