"""Ratings by speakers: a blind sheet laid out (`sheet`), filled ones read back (`filled`) and scored (`scores`)."""
