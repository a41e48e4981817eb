"""What callers may send. Unknown fields of `/v1/redact` are refused; OpenAI's many options are not ours to list."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator


class RedactRequest(BaseModel):
    """`POST /v1/redact`: one text or many, with the same settings for all."""

    model_config = ConfigDict(extra="forbid")

    text: str | None = None
    texts: list[str] | None = None
    lang: str | None = None
    policy: str | None = None
    operator: str = "typed"
    explain: bool = False

    @model_validator(mode="after")
    def _one_of_both(self) -> RedactRequest:
        if (self.text is None) == (self.texts is None):
            raise ValueError("give `text` or `texts`")
        return self


class TextPart(BaseModel):
    """A part of a message's content; only text can be redacted."""

    type: Literal["text"]
    text: str


class Message(BaseModel):
    """A chat message; only the last one of the user is read."""

    role: str
    content: str | list[TextPart] | None = None

    @property
    def text(self) -> str:
        """The content as one text."""
        if isinstance(self.content, list):
            return "".join(part.text for part in self.content)
        return self.content or ""


class ChatRequest(BaseModel):
    """`POST /v1/chat/completions`. Sampling options are accepted and change nothing: the answer is the source."""

    model_config = ConfigDict(extra="ignore")

    model: str
    messages: list[Message] = Field(min_length=1)
    stream: bool = False
    stream_options: dict[str, Any] | None = None
    n: Literal[1] = 1


FIELDS = (
    *("body", "text", "texts", "lang", "policy", "operator", "explain"),
    *("model", "messages", "stream", "stream_options", "n", "role", "content", "type"),
)
