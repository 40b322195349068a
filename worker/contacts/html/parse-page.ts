import { decodeBase64 } from "../emails/email-decoders";
import { elementMentionsMail, type SplitEmail, findSplitEmail, mentionsMail } from "../emails/split-emails";
import { joinPattern } from "../join-pattern";
import { TagAttributes, capPage, tokenizeHtml, type TagSink } from "./html-tokenizer";
import { PageStyles } from "./page-styles";
import { type Heading, PageText } from "./page-text";

/** `text`: its text, or its label without one; `end`: offset of the end of its text in the page's text. */
export type Anchor = { href: string; text: string; at: number; end: number; fax: boolean };
export type PageAttribute = { name: string; value: string; at: number };
/**
 * Data attributes that together form an address. `saidMail`: the element, its text or the word before it names mail.
 */
type PageSplitEmail = { halves: SplitEmail; saidMail: boolean; at: number };
/** `linked`: JSON-LD, which describes the subject of the page. */
export type PageScript = { json: boolean; linked: boolean; text: string };

/** Result of one pass over a page. `at` is an offset into `text`. */
export type Page = {
  title: string;
  /** og:site_name */
  siteName: string;
  language: string;
  base: string;
  description: string;
  text: string;
  headings: Heading[];
  /** Ranges of the text in blocks about third parties: testimonials, partners, credits. */
  others: { from: number; to: number }[];
  anchors: Anchor[];
  frames: string[];
  refresh: string;
  resources: string[];
  /** It has a field for a longer text, as forms to write to a company have. */
  hasTextForm: boolean;
  attributes: PageAttribute[];
  scripts: PageScript[];
  halves: PageSplitEmail[];
  /** Microdata, RDFa, hCard and meta tags: "email" or "tel". */
  properties: PageAttribute[];
};

const MAX_ANCHORS = 3000;
const MAX_ATTRIBUTES = 6000;
const MAX_HALVES = 500;
const MAX_HIDDEN_LOOKUPS = 20;
const MAX_OPEN_CAPTURES = 16;
const KEPT_ATTRIBUTES = new Set([
  "title",
  "alt",
  "aria-label",
  "value",
  "content",
  "action",
  "rel",
  "srcdoc",
  "summary",
  "longdesc",
]);
const PROPERTY_CLASS = /(?:^|\s)(?:u-|p-)?(email|tel)(?:\s|$)/;
const META_PROPERTY = joinPattern(
  "i",
  String.raw`^(?:og:|business:|contact:|place:|profile:|schema:|dc\.|contact_data:|contact-|`,
  String.raw`contact)*:?(e-?mail|email_?address|reply-to|phone|phone_?number|telephone|tel)$`,
);
const TEMPLATE_TYPE = /template|html|handlebars|mustache|tmpl|x-jquery/;
/** State of a consent banner: its addresses are those of vendors. */
const CONSENT_ID = /cookie|consent|vendor|cmp-|gdpr/i;
const RAW_TEXT_TAGS = new Set(["script", "style", "title", "textarea"]);

const NO_ATTRIBUTES = new TagAttributes();

type PropertyCapture = { tag: string; depth: number; start: number; name: string };

class PageBuilder implements TagSink {
  readonly page: Omit<Page, "text" | "headings" | "others"> = {
    title: "",
    siteName: "",
    language: "",
    base: "",
    description: "",
    anchors: [],
    frames: [],
    refresh: "",
    resources: [],
    hasTextForm: false,
    attributes: [],
    scripts: [],
    halves: [],
    properties: [],
  };
  readonly #pageText: PageText;
  readonly #domain: string;
  #captures: PropertyCapture[] = [];
  #anchor: { href: string; label: string; start: number; fax: boolean; halves?: PageSplitEmail } | undefined;
  #raw: { tag: string; type: string; id: string; text: string } | undefined;

  constructor(html: string, domain: string) {
    this.#pageText = new PageText(PageStyles.parse(html), createLinkLookup(html));
    if (!/<[a-z!]/i.test(html.slice(0, 5000))) this.#pageText.keepLines();
    this.#domain = domain;
  }

  open(tag: string, attributes: TagAttributes): void {
    if (RAW_TEXT_TAGS.has(tag)) {
      this.page.hasTextForm ||= tag === "textarea";
      this.#raw = { tag, type: attributes.get("type")?.toLowerCase() ?? "", id: attributes.get("id") ?? "", text: "" };
      const source = attributes.get("src");
      if (source) this.page.resources.push(source);
      if (tag === "script" && attributes.names.length > 1) this.#addAttributeValues(tag, attributes);
      return;
    }
    if (tag === "a") this.#endAnchor();
    else for (const capture of this.#captures) if (capture.tag === tag) capture.depth += 1;
    this.#pageText.open(tag, attributes);
    if (attributes.names.length === 0) return;
    if (!this.#pageText.isHidden) this.#addElement(tag, attributes);
    else if (tag === "a") this.#addHiddenLink(attributes.get("href") ?? "");
  }

  close(tag: string): void {
    if (this.#raw?.tag === tag) return this.#endRaw();
    this.#pageText.close(tag);
    if (tag === "a") this.#endAnchor();
    if (this.#captures.length > 0) this.#endCaptures(tag);
  }

  text(value: string): void {
    if (this.#raw) this.#raw.text += value;
    else this.#pageText.add(value);
  }

  finish(): Page {
    if (this.#raw) this.#endRaw();
    this.#endAnchor();
    for (const capture of this.#captures) this.#endCapture(capture);
    return {
      ...this.page,
      text: this.#pageText.toString(),
      headings: this.#pageText.headings,
      others: this.#pageText.others,
    };
  }

  #addElement(tag: string, attributes: TagAttributes): void {
    const href = attributes.get("href") ?? "";
    const at = this.#pageText.length;
    if (tag === "html") this.page.language = (attributes.get("lang") ?? "").slice(0, 2).toLowerCase();
    else if (tag === "base") this.page.base ||= href;
    else if (tag === "meta") this.#addMeta(attributes);
    else if (tag === "frame") this.page.frames.push(attributes.get("src") ?? "");
    else if (tag === "iframe") this.page.resources.push(attributes.get("src") ?? "");
    else if (tag === "form") this.page.resources.push(attributes.get("action") ?? "");
    else if (tag === "a" || tag === "area") this.#openAnchor(tag, href, attributes);
    this.#addProperty(tag, attributes);
    this.#addAttributeValues(tag, attributes);
    if (tag === "joomla-hidden-mail")
      this.page.attributes.push({ name: "data-split", value: decodeJoomlaEmail(attributes) ?? "", at });
    else this.#addSplitEmail(tag, attributes);
  }

  #addSplitEmail(tag: string, attributes: TagAttributes): void {
    const at = this.#pageText.length;
    const halves = this.page.halves.length < MAX_HALVES ? findSplitEmail(tag, attributes, this.#domain) : undefined;
    if (!halves) return;
    const before =
      this.#pageText
        .readFrom(at - 30)
        .split("\n")
        .at(-1) ?? "";
    const parts = {
      halves,
      saidMail: elementMentionsMail(attributes) || /(?:mail|courriel)[\s:>–-]{0,6}$/i.test(before),
      at,
    };
    this.page.halves.push(parts);
    if (tag === "a" && this.#anchor) this.#anchor.halves = parts;
  }

  /** Links in closed menus count; addresses that are not visible may be traps. */
  #addHiddenLink(href: string): void {
    if (this.page.anchors.length < MAX_ANCHORS && !/^\s*[a-z]+:(?!\/\/)/i.test(href))
      this.page.anchors.push({ href, text: "", at: this.#pageText.length, end: this.#pageText.length, fax: false });
  }

  #addAttributeValues(tag: string, { names, values }: TagAttributes): void {
    for (let index = 0; index < names.length; index++) {
      const name = names[index] ?? "";
      const value = values[index] ?? "";
      if (value.length < 4 || value.length > 4000 || this.page.attributes.length >= MAX_ATTRIBUTES) continue;
      const isUseful =
        name.startsWith("data-") ||
        (name.startsWith("on") && name.length > 4) ||
        KEPT_ATTRIBUTES.has(name) ||
        (name === "href" && tag !== "a" && tag !== "area" && (tag !== "link" || /^mailto:/i.test(value))) ||
        tag.includes("-");
      if (isUseful && !(tag === "meta" && name !== "content"))
        this.page.attributes.push({ name, value, at: this.#pageText.length });
    }
  }

  #addMeta(attributes: TagAttributes): void {
    const content = attributes.get("content") ?? "";
    const name = (
      attributes.get("name") ??
      attributes.get("property") ??
      attributes.get("itemprop") ??
      ""
    ).toLowerCase();
    if (name === "description" || (name === "og:description" && !this.page.description))
      this.page.description = content;
    else if (name === "og:site_name") this.page.siteName ||= content.slice(0, 200);
    const property = META_PROPERTY.exec(name)?.[1];
    if (property)
      this.page.properties.push({ name: /mail|reply/i.test(property) ? "email" : "tel", value: content, at: 0 });
    if ((attributes.get("http-equiv") ?? "").toLowerCase() !== "refresh") return;
    const target = /url\s{0,5}=\s{0,5}['"]?([^'"\s]{1,500})/i.exec(content);
    if (target?.[1]) this.page.refresh = target[1];
  }

  #addProperty(tag: string, attributes: TagAttributes): void {
    const classes = attributes.get("class");
    const named =
      attributes.get("itemprop") ??
      attributes.get("property") ??
      (classes ? PROPERTY_CLASS.exec(classes)?.[1] : undefined);
    if (named === undefined || (tag === "meta" && !attributes.names.includes("itemprop"))) return;
    const kind = /(?:^|[\s:/])(email|tel|telephone)$/i.exec(named)?.[1]?.toLowerCase();
    if (kind === undefined) return;
    const name = kind === "email" ? "email" : "tel";
    const given = attributes.get("content") ?? (tag === "a" || tag === "link" ? attributes.get("href") : undefined);
    if (given) this.page.properties.push({ name, value: given, at: this.#pageText.length });
    else if (this.#captures.length < MAX_OPEN_CAPTURES)
      this.#captures.push({ tag, depth: 1, start: this.#pageText.length, name });
  }

  #openAnchor(tag: string, href: string, attributes: TagAttributes): void {
    const label = attributes.get("title") ?? attributes.get("aria-label") ?? attributes.get("alt") ?? "";
    const fax = /(?:^|[^a-z])(?:tele)?fax(?:[^a-z]|$)/i.test(
      `${label} ${attributes.get("class") ?? ""} ${attributes.get("itemprop") ?? ""}`,
    );
    if (this.page.anchors.length >= MAX_ANCHORS) return;
    if (tag === "area")
      this.page.anchors.push({ href, text: label, at: this.#pageText.length, end: this.#pageText.length, fax });
    else this.#anchor = { href, label, start: this.#pageText.length, fax };
  }

  #endAnchor(): void {
    const anchor = this.#anchor;
    if (!anchor) return;
    this.#anchor = undefined;
    const text = this.#pageText.readFrom(anchor.start).trim().slice(0, 200) || anchor.label;
    if (anchor.halves) anchor.halves.saidMail ||= mentionsMail(text);
    this.page.anchors.push({ href: anchor.href, text, at: anchor.start, end: this.#pageText.length, fax: anchor.fax });
  }

  #endCaptures(tag: string): void {
    const open: PropertyCapture[] = [];
    for (const capture of this.#captures) {
      if (capture.tag === tag) capture.depth -= 1;
      if (capture.depth > 0) open.push(capture);
      else this.#endCapture(capture);
    }
    this.#captures = open;
  }

  #endCapture({ name, start }: PropertyCapture): void {
    this.page.properties.push({ name, value: this.#pageText.readFrom(start).slice(0, 200), at: start });
  }

  #endRaw(): void {
    const raw = this.#raw;
    this.#raw = undefined;
    if (!raw) return;
    // The title of an SVG ("Fax") is a label, not the title of the page.
    if (raw.tag === "title" && this.page.title !== "" && /^\s*(?:fax|t[ée]l|phone|mobil)/i.test(raw.text))
      this.#pageText.add(` ${raw.text.slice(0, 30)} `);
    if (raw.tag === "title") this.page.title ||= raw.text.replace(/\s+/g, " ").trim().slice(0, 200);
    else if (raw.tag === "textarea") {
      this.#pageText.open("pre", NO_ATTRIBUTES);
      this.#pageText.add(raw.text);
      this.#pageText.close("pre");
    } else if (
      raw.tag === "script" &&
      raw.text.trim() !== "" &&
      !TEMPLATE_TYPE.test(raw.type) &&
      !CONSENT_ID.test(raw.id)
    )
      this.page.scripts.push({ json: raw.type.includes("json"), linked: raw.type.includes("ld+json"), text: raw.text });
  }
}

/** Joomla 4 and later: <joomla-hidden-mail first="aW5mbw==" last="ZmlybS5mcg=="> holds both halves in base64. */
function decodeJoomlaEmail(attributes: TagAttributes): string | undefined {
  const [local, domain] = [decodeBase64(attributes.get("first") ?? ""), decodeBase64(attributes.get("last") ?? "")];
  return local && domain ? `${local}@${domain}` : undefined;
}

/**
 * Whether a page links to an id of its own: `href="#imprint"`, `$('#imprint').show()`. Used for hidden blocks, at most
 * twenty.
 */
function createLinkLookup(html: string): (id: string) => boolean {
  let asked = 0;
  return (id) =>
    id !== "" && (asked += 1) <= MAX_HIDDEN_LOOKUPS && (html.includes(`#${id}"`) || html.includes(`#${id}'`));
}

/** One pass; pure, linear, never throws. @param domain registrable domain of the site */
export function parsePage(html: string, domain = ""): Page {
  const capped = capPage(html);
  const builder = new PageBuilder(capped, domain);
  tokenizeHtml(capped, builder);
  return builder.finish();
}
