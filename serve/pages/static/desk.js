// The review desk's memory: documents, their spans, every step with its undo, and what was decided.
// No page in here: it is a plain object that tests can drive.

export function parseLines(content, name) {
  const records = [];
  content.split("\n").forEach((line, n) => {
    if (!line.trim()) return;
    try {
      records.push(JSON.parse(line));
    } catch {
      throw new Error(`${name}, line ${n + 1}: not JSON`);
    }
  });
  if (!records.length) throw new Error(`${name} is empty.`);
  return records;
}

export class Desk {
  constructor(texts, findings, categories, all) {
    const found = new Map();
    for (const finding of findings) {
      if (!found.has(finding.id)) found.set(finding.id, []);
      found.get(finding.id).push(finding);
    }
    this.categories = categories;
    this.documents = texts
      .filter((text) => found.has(text.id) || all)
      .map((text) => this.#document(text, found.get(text.id) ?? []))
      .filter((document) => all || document.wanted);
    this.at = 0;
    this.history = [];
  }

  // A finding is a result line (it has a status) or a flag (a span with a proposed label).
  #document(text, findings) {
    const result = findings.find((finding) => "status" in finding);
    const flags = findings.filter((finding) => "proposed" in finding);
    const given = result ? result.spans.map((span) => ({ ...span, label: this.#fine(span, result.policy) })) : text.spans ?? [];
    const spans = given.map(({ start, end, label }) => ({ start, end, label }));
    const reasons = result ? [...result.reasons] : [];
    for (const flag of flags) {
      const is = flag.label ?? "not hidden";
      reasons.push(`flag ${flag.span.start}–${flag.span.end}: ${is}, proposed ${flag.proposed?.label ?? "not hidden"}`);
    }
    return {
      id: text.id, lang: text.lang ?? result?.lang, text: text.text, meta: text.meta ?? {}, spans, reasons,
      flagged: flags.map((flag) => flag.span), decided: false,
      wanted: flags.length > 0 || result?.status !== "ok",
    };
  }

  // A result's label is its policy's category; a corpus holds fine labels: the first that the category covers.
  #fine(span, policy) {
    return span.fine ?? this.categories[policy]?.[span.label]?.[0] ?? "other";
  }

  get current() { return this.documents[this.at]; }

  move(step) { this.at = Math.min(Math.max(this.at + step, 0), this.documents.length - 1); }

  #remember() {
    this.history.push({ at: this.at, spans: this.current.spans.map((span) => ({ ...span })), decided: this.current.decided });
  }

  undo() {
    const last = this.history.pop();
    if (!last) return false;
    this.at = last.at;
    Object.assign(this.current, { spans: last.spans, decided: last.decided });
    return true;
  }

  // A new span takes the place of those that it touches: spans never overlap.
  add(start, end, label) {
    if (!(start < end)) return -1;
    this.#remember();
    const rest = this.current.spans.filter((span) => span.end <= start || span.start >= end);
    this.current.spans = [...rest, { start, end, label }].sort((a, b) => a.start - b.start);
    return this.current.spans.findIndex((span) => span.start === start);
  }

  change(n, label) {
    if (!this.current.spans[n]) return;
    this.#remember();
    this.current.spans[n] = { ...this.current.spans[n], label };
  }

  remove(n) {
    if (!this.current.spans[n]) return;
    this.#remember();
    this.current.spans = this.current.spans.filter((_, other) => other !== n);
  }

  accept() {
    this.#remember();
    this.current.decided = true;
    this.move(1);
  }

  get undecided() { return this.documents.filter((document) => !document.decided).length; }

  // A corpus of what was accepted (DESIGN, section 4).
  corpus() {
    return this.documents
      .filter((document) => document.decided)
      .map(({ id, lang, text, spans, meta }) => `${JSON.stringify({ id, lang, text, spans, meta: { ...meta, reviewed: true } })}\n`)
      .join("");
  }
}
