import { decodeBase64 } from "./decode";
import { PageText } from "./page-text";
import { type Attributes, tokenize, type TagSink } from "./tokens";

type Anchor = { href: string; text: string; at: number };
type PageAttribute = { name: string; value: string; at: number };
type PageScript = { json: boolean; linkedData: boolean; text: string };

/** What one pass over a page keeps. `at` is an offset into `text`, where the words around a contact stand. */
export type Page = {
  title: string;
  language: string;
  base: string;
  description: string;
  text: string;
  anchors: Anchor[];
  frames: string[];
  refresh: string;
  resources: string[];
  attributes: PageAttribute[];
  scripts: PageScript[];
  /** Microdata and hCard: email, telephone. */
  properties: PageAttribute[];
};

const MAX_ANCHORS = 3000;
const MAX_ATTRIBUTES = 6000;
const MAX_OPEN_CAPTURES = 16;
const KEPT_ATTRIBUTE = /^(?:data-|on|title$|alt$|aria-label$|value$|content$|href$|rel$|action$)/;
const PROPERTY_CLASS = /(?:^|\s)(?:u-|p-)?(email|tel)(?:\s|$)/;

type Capture = { tag: string; depth: number; start: number; done: (text: string, start: number) => void };

class PageBuilder implements TagSink {
  readonly page: Omit<Page, "text"> = {
    title: "", language: "", base: "", description: "", anchors: [], frames: [], refresh: "", resources: [],
    attributes: [], scripts: [], properties: [],
  };
  readonly words = new PageText();
  private captures: Capture[] = [];
  private raw: { tag: string; text: string[]; attributes: Attributes } | undefined;

  open(tag: string, attributes: Attributes): void {
    if (tag === "script" || tag === "style" || tag === "title" || tag === "textarea") {
      this.raw = { tag, text: [], attributes };
      const source = attributes.get("src");
      if (source) this.page.resources.push(source);
      return;
    }
    if (tag === "a" || tag === "area") this.closeCapture("a");
    else for (const capture of this.captures) if (capture.tag === tag) capture.depth += 1;
    this.words.open(tag, attributes);
    this.keep(tag, attributes);
  }

  close(tag: string): void {
    if (this.raw?.tag === tag) {
      this.endRaw();
      return;
    }
    this.words.close(tag);
    this.closeCapture(tag);
  }

  text(value: string): void {
    if (this.raw) this.raw.text.push(value);
    else this.words.add(value);
  }

  finish(): Page {
    if (this.raw) this.endRaw();
    for (const capture of this.captures) capture.done(this.words.since(capture.start).slice(0, 200), capture.start);
    return { ...this.page, text: this.words.toString() };
  }

  private keep(tag: string, attributes: Attributes): void {
    const href = attributes.get("href") ?? "";
    if (tag === "html") this.page.language = (attributes.get("lang") ?? "").slice(0, 2).toLowerCase();
    else if (tag === "base") this.page.base ||= href;
    else if (tag === "meta") this.meta(attributes);
    else if (tag === "frame") this.page.frames.push(attributes.get("src") ?? "");
    else if (tag === "iframe") this.page.resources.push(attributes.get("src") ?? "");
    else if (tag === "form") this.page.resources.push(attributes.get("action") ?? "");
    else if (tag === "area") this.page.anchors.push({ href, text: attributes.get("alt") ?? "", at: this.words.length });
    else if (tag === "a" && this.page.anchors.length < MAX_ANCHORS) {
      const label = attributes.get("title") ?? attributes.get("aria-label") ?? "";
      this.capture("a", (text, at) => this.page.anchors.push({ href, text: text.trim() || label, at }));
    }
    this.property(tag, attributes);
    for (const [name, value] of attributes) {
      if (value.length < 4 || value.length > 4000 || !KEPT_ATTRIBUTE.test(name)) continue;
      if (this.page.attributes.length < MAX_ATTRIBUTES) this.page.attributes.push({ name, value, at: this.words.length });
    }
    const split = tag === "joomla-hidden-mail" ? joomlaAddress(attributes) : splitAddress(attributes);
    if (split) this.page.attributes.push({ name: "data-split", value: split, at: this.words.length });
  }

  private meta(attributes: Attributes): void {
    const content = attributes.get("content") ?? "";
    const name = (attributes.get("name") ?? attributes.get("property") ?? "").toLowerCase();
    if (name === "description" || (name === "og:description" && !this.page.description)) this.page.description = content;
    if ((attributes.get("http-equiv") ?? "").toLowerCase() !== "refresh") return;
    const target = /url\s{0,5}=\s{0,5}['"]?([^'"\s]{1,500})/i.exec(content);
    if (target?.[1]) this.page.refresh = target[1];
  }

  private property(tag: string, attributes: Attributes): void {
    const name = attributes.get("itemprop") ?? PROPERTY_CLASS.exec(attributes.get("class") ?? "")?.[1];
    if (!name || !/^(?:email|tel|telephone)$/i.test(name)) return;
    const given = attributes.get("content") ?? (tag === "a" || tag === "link" ? attributes.get("href") : undefined);
    if (given) this.page.properties.push({ name: name.toLowerCase(), value: given, at: this.words.length });
    else this.capture(tag, (value, at) => this.page.properties.push({ name: name.toLowerCase(), value, at }));
  }

  private capture(tag: string, done: Capture["done"]): void {
    if (this.captures.length >= MAX_OPEN_CAPTURES) return;
    this.captures.push({ tag, depth: 1, start: this.words.length, done });
  }

  private closeCapture(tag: string): void {
    if (this.captures.length === 0) return;
    const open: Capture[] = [];
    for (const capture of this.captures) {
      if (capture.tag === tag) capture.depth -= 1;
      if (capture.depth > 0) open.push(capture);
      else capture.done(this.words.since(capture.start).slice(0, 200), capture.start);
    }
    this.captures = open;
  }

  private endRaw(): void {
    const raw = this.raw;
    this.raw = undefined;
    if (!raw) return;
    const text = raw.text.join("");
    if (raw.tag === "title") this.page.title ||= text.replace(/\s+/g, " ").trim().slice(0, 200);
    else if (raw.tag === "style") this.words.learnStyle(text);
    else if (raw.tag === "script" && text.trim() !== "") {
      const type = (raw.attributes.get("type") ?? "").toLowerCase();
      const json = type.includes("json");
      if (!type.includes("template")) this.page.scripts.push({ json, linkedData: type.includes("ld+json"), text });
    }
  }
}

/** data-user="info" data-domain="firm.fr": an address kept apart until a script joins it. */
function splitAddress(attributes: Attributes): string | undefined {
  const first = (names: string[]) => names.map((name) => attributes.get(`data-${name}`)).find((value) => value);
  const domain = first(["domain", "host", "d", "server", "maildomain", "email-domain"]);
  const local = first(["user", "name", "local", "u", "login", "mailbox", "account", "email-user", "email-name", "mail", "email"]);
  if (!domain || !local || local.includes("@") || domain.length > 200 || local.length > 64) return undefined;
  const ending = first(["tld", "t", "ext"]);
  return ending && !domain.includes(".") ? `${local}@${domain}.${ending.replace(/^\./, "")}` : `${local}@${domain}`;
}

/** Joomla 4 and later: <joomla-hidden-mail first="aW5mbw==" last="ZmlybS5mcg=="> holds both halves in base64. */
function joomlaAddress(attributes: Attributes): string | undefined {
  const [local, domain] = [decodeBase64(attributes.get("first") ?? ""), decodeBase64(attributes.get("last") ?? "")];
  return local && domain ? `${local}@${domain}` : undefined;
}

/** Reads a page once. Pure, linear, and never throws, whatever the HTML. */
export function readPage(html: string): Page {
  const builder = new PageBuilder();
  tokenize(html, builder);
  return builder.finish();
}
