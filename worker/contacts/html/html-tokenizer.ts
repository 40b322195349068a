import { type QuoteType, Tokenizer, type TokenizerCallbacks } from "htmlparser2";

/** Bounds the work for a page; contacts are never further down. */
const MAX_PAGE_CHARACTERS = 512 * 1024;

/** The attributes of one tag, names in lower case, the first of equal names. Reused for the next tag. */
export class TagAttributes {
  readonly names: string[] = [];
  readonly values: string[] = [];

  get(name: string): string | undefined {
    const place = this.names.indexOf(name);
    return place === -1 ? undefined : this.values[place];
  }

  add(name: string, value: string): void {
    // Bounds the work for a hostile tag with thousands of attributes.
    if (this.names.length >= 100 || this.names.includes(name)) return;
    this.names.push(name);
    this.values.push(value);
  }

  clear(): void {
    this.names.length = 0;
    this.values.length = 0;
  }
}

export interface TagSink {
  open(tag: string, attributes: TagAttributes): void;
  close(tag: string): void;
  text(value: string): void;
}

/**
 * The tokenizer without htmlparser2's Parser: the Parser keeps a stack of open elements by `unshift`, which takes
 * minutes on a page of 100,000 nested tags, and the nesting is not needed here.
 */
class TagReader implements TokenizerCallbacks {
  readonly #html: string;
  readonly #sink: TagSink;
  readonly #attributes = new TagAttributes();
  #tag = "";
  #name = "";
  #value = "";

  constructor(html: string, sink: TagSink) {
    this.#html = html;
    this.#sink = sink;
  }

  onopentagname(start: number, end: number): void {
    this.#tag = this.#html.slice(start, end).toLowerCase();
    this.#attributes.clear();
  }
  onattribname(start: number, end: number): void {
    this.#name = this.#html.slice(start, end).toLowerCase();
    this.#value = "";
  }
  onattribdata(start: number, end: number): void {
    this.#value += this.#html.slice(start, end);
  }
  onattribentity(code: number): void {
    this.#value += String.fromCodePoint(code);
  }
  onattribend(_quote: QuoteType, _end: number): void {
    this.#attributes.add(this.#name, this.#value);
  }
  onopentagend(): void {
    this.#sink.open(this.#tag, this.#attributes);
  }
  onselfclosingtag(): void {
    this.#sink.open(this.#tag, this.#attributes);
  }
  onclosetag(start: number, end: number): void {
    this.#sink.close(this.#html.slice(start, end).toLowerCase());
  }
  ontext(start: number, end: number): void {
    this.#sink.text(this.#html.slice(start, end));
  }
  ontextentity(code: number): void {
    this.#sink.text(String.fromCodePoint(code));
  }
  oncdata(): void {}
  oncomment(): void {}
  ondeclaration(): void {}
  onend(): void {}
  onprocessinginstruction(): void {}
}

export function capPage(html: string): string {
  return html.length > MAX_PAGE_CHARACTERS ? html.slice(0, MAX_PAGE_CHARACTERS) : html;
}

/** Calls the sink for each tag and text, entities decoded. One pass; never throws on bad HTML. */
export function tokenizeHtml(html: string, sink: TagSink): void {
  const tokenizer = new Tokenizer({ xmlMode: false, decodeEntities: true }, new TagReader(html, sink));
  tokenizer.write(html);
  tokenizer.end();
}
