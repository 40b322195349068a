import { type QuoteType, Tokenizer, type TokenizerCallbacks } from "htmlparser2";

/** Only this much of a page is looked at; contacts past half a million characters are nobody's. */
const MAX_PAGE_CHARACTERS = 512 * 1024;

export type Attributes = ReadonlyMap<string, string>;

export interface TagSink {
  open(tag: string, attributes: Attributes): void;
  close(tag: string): void;
  text(value: string): void;
}

/**
 * The tokenizer without htmlparser2's Parser on top: the Parser keeps a stack of open elements by `unshift`, which takes
 * minutes on a page of 100,000 nested tags. Nothing here needs to know what is nested in what.
 */
class TagReader implements TokenizerCallbacks {
  private tag = "";
  private attributes = new Map<string, string>();
  private attributeName = "";
  private attributeValue = "";

  constructor(
    private readonly html: string,
    private readonly sink: TagSink,
  ) {}

  onopentagname(start: number, end: number): void {
    this.tag = this.html.slice(start, end).toLowerCase();
    this.attributes = new Map();
  }
  onattribname(start: number, end: number): void {
    this.attributeName = this.html.slice(start, end).toLowerCase();
    this.attributeValue = "";
  }
  onattribdata(start: number, end: number): void {
    this.attributeValue += this.html.slice(start, end);
  }
  onattribentity(code: number): void {
    this.attributeValue += String.fromCodePoint(code);
  }
  onattribend(_quote: QuoteType, _end: number): void {
    if (!this.attributes.has(this.attributeName)) this.attributes.set(this.attributeName, this.attributeValue);
  }
  onopentagend(): void {
    this.sink.open(this.tag, this.attributes);
  }
  onselfclosingtag(): void {
    this.sink.open(this.tag, this.attributes);
  }
  onclosetag(start: number, end: number): void {
    this.sink.close(this.html.slice(start, end).toLowerCase());
  }
  ontext(start: number, end: number): void {
    this.sink.text(this.html.slice(start, end));
  }
  ontextentity(code: number): void {
    this.sink.text(String.fromCodePoint(code));
  }
  oncdata(): void {}
  oncomment(): void {}
  ondeclaration(): void {}
  onend(): void {}
  onprocessinginstruction(): void {}
}

/** Reads a page once, front to back, telling the sink of each tag and text with entities decoded. Never throws on bad HTML. */
export function tokenize(html: string, sink: TagSink): void {
  const capped = html.slice(0, MAX_PAGE_CHARACTERS);
  const tokenizer = new Tokenizer({ xmlMode: false, decodeEntities: true }, new TagReader(capped, sink));
  tokenizer.write(capped);
  tokenizer.end();
}
