"""Ficha: text in, redacted text and exact spans out.

    from ficha import Redactor
    Redactor.load("models/ficha-smol").redact("Naitwa Achieng.", lang="swa").text
"""
