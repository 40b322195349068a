import { joinPattern } from "../join-pattern";
import type { ElementKind } from "./element-kinds";
import type { TagAttributes } from "./html-tokenizer";
import { type StyleEffect, parseHiding, type Hiding, type TextDirection, parseTextDirection } from "./page-styles";

const AT_ICON = /(?:^|[\s-])(?:fa|icon|bi|glyphicon|ti|mdi|ri|la)-at(?:$|\s)/;
const FAX_CLASS = /(?:^|\s)(?:[\w-]*[-_])?(?:tele)?fax(?:[-_]?(?:number|nr|no|icon|line|o))?(?:$|\s)/i;
const PRINTER_ICON = /(?:fa|icon|bi|la|glyphicon)-print(?:er)?(?:$|[\s-])/;
const PHONE_ICON = joinPattern(
  "i",
  String.raw`(?:^|[\s-])(?:phone|telephone|mobile|whatsapp|earphone|call)`,
  String.raw`(?:[-_](?:alt|square|volume|icon|fill|flip|o))?(?:$|\s)`,
);
const AT_ALT = /^[\s([{<]{0,3}(?:@|at|ät|arobase|arobas|klammeraffe|at[- ]?(?:sign|zeichen|symbol))[\s)\]}>]{0,3}$/i;
const AT_FILE =
  /(?:^|[/_-])(?:at|arobase|arobas|klammeraffe|at[-_]?sign|atsign|at[-_]?zeichen)\.(?:gif|png|svg|jpe?g|webp)/i;
/** A hidden block that a button opens is visible to visitors; one that nothing opens is a decoy. */
const OPENABLE_NAME = joinPattern(
  "i",
  String.raw`modal|popup|dialog|tab|panel|pane|accordion|collaps|toggle|content|menu|drawer|overlay|lightbox|`,
  String.raw`contact|kontakt|footer|header|slide|more|widget|item|nav|section|container|wrap|faq|answer|detail|`,
  String.raw`info|reveal|dropdown|offcanvas|desktop|mobile`,
);
const SOFTLY_HIDDEN = joinPattern(
  "i",
  String.raw`(?:^|\s)(?:sr-only|visually-?hidden|screen-reader-text|d-none|hidden|hide|is-hidden|invisible|`,
  String.raw`no-?spam|honeypot|hp|u-hidden|element-invisible)(?:$|\s)`,
);
/** Classes of blocks about third parties. */
const OTHERS_CLASS = joinPattern(
  "i",
  String.raw`(?:^|[\s_-])(?:testimonials?|temoignages?|reviews?|avis|partners?|partenaires?|sponsors?|`,
  String.raw`site-?credits?|credits?|webdesign|made-?by|powered-?by|hosting|hebergeur|kundenstimmen?|`,
  String.raw`bewertung(?:en)?|rezension(?:en)?|referenz(?:en)?|zitat|comments?|`,
  String.raw`comment-(?:list|body|content|author)|commentaires?|kommentare?|guestbook|gaestebuch|`,
  String.raw`advert(?:s|isement)?|annonces?)(?:$|[\s_-])`,
);
const CONSENT = joinPattern(
  "i",
  String.raw`cookie|consent|(?:^|[\s_-])(?:cmp|gdpr|rgpd|dsgvo|tcf|vendors?)(?:$|[\s_-])|borlabs|usercentrics|`,
  String.raw`tarteaucitron|axeptio|didomi|onetrust|cky-|klaro|iubenda|complianz`,
);
/** Classes and ids that a pattern above may match; all others are skipped. */
const RELEVANT_NAME = joinPattern(
  "i",
  String.raw`cookie|consent|cmp|gdpr|rgpd|dsgvo|tcf|vendor|borlabs|usercentrics|tarteaucitron|axeptio|didomi|`,
  String.raw`onetrust|cky-|klaro|iubenda|complianz|fax|print|phone|mobile|whatsapp|call|-at|testim|temoign|`,
  String.raw`review|avis|partn|parten|sponsor|credit|webdesign|made|powered|hosting|hebergeur|kundenst|bewert|`,
  String.raw`rezens|referen|zitat|comment|kommentar|guestb|gaesteb|advert|annonce|sr-only|hidden|hide|`,
  String.raw`invisible|none|spam|honeypot|hp|screen-reader`,
);

/** How a tag is displayed. */
export type Appearance = {
  /** "@" of an icon, "Fax" of a class: a label that is not in the text. */
  word: string;
  before: string;
  after: string;
  hidden: "no" | "yes" | "unless it holds a contact";
  turned: TextDirection | undefined;
  /** The block is about third parties. */
  others: boolean;
  /** A consent banner, which names vendors. */
  consent: boolean;
};

const ORDINARY_APPEARANCE: Appearance = {
  word: "",
  before: "",
  after: "",
  hidden: "no",
  turned: undefined,
  others: false,
  consent: false,
};
const SPECIAL_TAGS = new Set(["img", "q", "blockquote", "bdo"]);
const SPECIAL_ATTRIBUTES = new Set(["style", "hidden", "title", "aria-label", "itemprop", "property"]);

/** Most tags are, so this check saves time. */
function isOrdinary(tag: string, { names, values }: TagAttributes): boolean {
  if (SPECIAL_TAGS.has(tag)) return false;
  for (let index = 0; index < names.length; index++) {
    const name = names[index] ?? "";
    if (
      SPECIAL_ATTRIBUTES.has(name) ||
      ((name === "class" || name === "id") && RELEVANT_NAME.test(values[index] ?? ""))
    )
      return false;
  }
  return true;
}

/** @param isLinked whether the page links to this id. @param known effect of the page's style sheets */
export function getAppearance(
  tag: string,
  kind: ElementKind,
  attributes: TagAttributes,
  isLinked: (id: string) => boolean,
  known?: StyleEffect,
): Appearance {
  if (!known && isOrdinary(tag, attributes)) return ORDINARY_APPEARANCE;
  const given = attributes.get("class") ?? "";
  const classes = given !== "" && (known || RELEVANT_NAME.test(given)) ? given : "";
  const style = attributes.get("style") ?? "";
  const readContent = (content: string | undefined) =>
    content === undefined ? "" : readContentText(content, (name) => attributes.get(name));
  const holds = kind === "block" || kind === "cell";
  return {
    word: findLabelWord(tag, kind, attributes, classes),
    before: readContent(known?.before),
    after: readContent(known?.after),
    hidden: decideHidden(
      kind,
      attributes,
      isLinked,
      given,
      classes,
      attributes.names.includes("hidden") ? "removed" : (parseHiding(style) ?? known?.hides),
    ),
    turned:
      tag === "bdo" && attributes.get("dir")?.toLowerCase() === "rtl"
        ? "reversed"
        : (parseTextDirection(style) ?? known?.turns),
    consent: holds && (CONSENT.test(given) || CONSENT.test(attributes.get("id") ?? "")),
    others: tag === "q" || tag === "blockquote" || (holds && classes !== "" && OTHERS_CLASS.test(classes)),
  };
}

/**
 * Decoys are short fragments inside a line: hidden text with a complete address or number counts. A block that can be
 * opened is visible to visitors.
 */
function decideHidden(
  kind: ElementKind,
  attributes: TagAttributes,
  isLinked: (id: string) => boolean,
  given: string,
  classes: string,
  hiding: Hiding | undefined,
): Appearance["hidden"] {
  if (kind === "inline")
    return hiding === "removed"
      ? "yes"
      : hiding || (classes !== "" && SOFTLY_HIDDEN.test(classes))
        ? "unless it holds a contact"
        : "no";
  if (kind === "spaced") return hiding === "removed" || hiding === "invisible" ? "yes" : "no";
  return hiding === "removed" &&
    kind !== "seamless" &&
    !canBeOpened(attributes, given) &&
    !isLinked(attributes.get("id") ?? "")
    ? "yes"
    : "no";
}

function canBeOpened(attributes: TagAttributes, classes: string): boolean {
  return (
    OPENABLE_NAME.test(classes) ||
    OPENABLE_NAME.test(attributes.get("id") ?? "") ||
    OPENABLE_NAME.test(attributes.get("role") ?? "") ||
    attributes.names.includes("aria-labelledby") ||
    attributes.names.includes("x-show")
  );
}

function findLabelWord(tag: string, kind: ElementKind, attributes: TagAttributes, classes: string): string {
  if (tag === "img") return findPictureWord(attributes);
  const property = attributes.get("itemprop") ?? attributes.get("property");
  if (property?.endsWith("faxNumber")) return " Fax ";
  if (classes !== "") {
    if (kind === "inline" && AT_ICON.test(classes)) return "@";
    if (FAX_CLASS.test(classes) || (tag === "i" && PRINTER_ICON.test(classes))) return " Fax ";
    if (tag === "i" && classes.length < 60 && PHONE_ICON.test(classes)) return " ☎ ";
  }
  const label = kind === "block" || tag === "a" ? undefined : (attributes.get("title") ?? attributes.get("aria-label"));
  if (label === undefined || label.length > 24) return "";
  return /^(?:tele)?fax|^t[ée]l[ée]copie|^facsimile/i.test(label)
    ? " Fax "
    : /^(?:t[ée]l[ée]?(?:phone|fon)|phone|mobile?)/i.test(label)
      ? " ☎ "
      : "";
}

function findPictureWord(attributes: TagAttributes): string {
  const alt = attributes.get("alt") ?? "";
  if (AT_ALT.test(alt) || (alt === "" && AT_FILE.test(attributes.get("src") ?? ""))) return "@";
  return alt.length < 24 && /fax|t[ée]l|phone|mobil|fon\b/i.test(alt) ? ` ${alt} ` : "";
}

/** The text of a `content` declaration: quoted strings, unescaped, and attributes of the element. */
function readContentText(content: string, attribute: (name: string) => string | undefined): string {
  let text = "";
  for (const [, double, single, name] of content.matchAll(
    /"([^"]{0,200})"|'([^']{0,200})'|attr\(\s{0,3}([\w-]{1,60})\s{0,3}\)/g,
  )) {
    text += name
      ? (attribute(name.toLowerCase()) ?? "")
      : (double ?? single ?? "").replace(/\\([0-9a-f]{1,6})\s?|\\(.)/gi, (_, hex?: string, sign?: string) =>
          hex ? toVisibleCharacter(hex) : (sign ?? ""),
        );
  }
  return text;
}

function toVisibleCharacter(hex: string): string {
  const code = Number.parseInt(hex, 16);
  // Icon fonts use the private use area, as our own marks do: drop them.
  return code > 0x1f && code < 0x10ffff && !(code >= 0xe000 && code <= 0xf8ff) ? String.fromCodePoint(code) : "";
}
