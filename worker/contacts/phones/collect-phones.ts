import type { ContactSource, FoundPhone } from "../contact-types";
import type { EmailFindings } from "../emails/collect-emails";
import type { NeighbourLookup } from "../emails/email-collector";
import { decodeBase64, stripTags } from "../emails/email-decoders";
import type { Page } from "../html/parse-page";
import { type StructuredData, isPhoneKey, hasVcard, parseVcard, decodeVcardLink } from "../html/structured-data";
import { belongsToOthers } from "../ownership/contact-ownership";
import type { OwnSite } from "../ownership/own-domain";
import { isApposition, type ThirdParties } from "../ownership/third-parties";
import { parseMeantNumber, parsePhoneLink, findPhones } from "./parse-phones";
import { findPhoneLabel } from "./phone-labels";

const MAX_PHONES_PER_PAGE = 20;
const MAX_TRIED_NUMBERS = 400;
/** Links whose text is compared with their number. */
const MAX_CHECKED_LINKS = 1000;
/** Attributes and properties that are searched. */
const MAX_SEARCHED_TEXTS = 300;
/** A value in a script that may be a number; the key before it decides. */
const SCRIPT_VALUE = /[:=]\s{0,3}\\?["']((?:tel:)?[+(\d][\d\s().+\-–/]{6,40})\\?["']/g;
const KEY_BEFORE_VALUE = /([\w-]{3,30})\\?["']?\s{0,3}$/;
const PHONE_WORD = /phone|["'_-]tel|tel\s{0,2}["'_:=]|telefon|mobil|whatsapp|handy|wa\.me/i;
const LINK_IN_SCRIPT = /(?:tel:|wa\.me\/|[?&]phone=)(\+?[\d\s().%-]{7,30})/gi;
const TEXT_ATTRIBUTES = new Set(["title", "aria-label", "alt", "data-tooltip", "data-title", "data-content"]);

/** Collected numbers; one labelled as fax and never as phone is dropped. */
class PhoneCollector {
  readonly #page: Page;
  readonly #country: string;
  readonly #site: OwnSite;
  readonly #thirdParties: ThirdParties;
  /** Numbers found only next to the name of another company: used only without any other. */
  readonly #doubtful = new Set<string>();
  readonly #findNeighbour: NeighbourLookup;
  readonly #found = new Map<string, FoundPhone>();
  readonly #faxes = new Set<string>();
  #tries = 0;
  #textsSearched = 0;

  constructor(page: Page, site: OwnSite, findNeighbour: NeighbourLookup, thirdParties: ThirdParties) {
    this.#page = page;
    this.#thirdParties = thirdParties;
    this.#site = site;
    this.#findNeighbour = findNeighbour;
    this.#country = site.country;
  }

  get isFull(): boolean {
    return this.#found.size >= MAX_PHONES_PER_PAGE || this.#tries > MAX_TRIED_NUMBERS;
  }

  addFax(number: string | undefined): void {
    if (number) this.#faxes.add(number);
  }

  /** @param at offset in the page's text, if it is in the text */
  add(number: string | undefined, source: ContactSource, at?: number, isBare = false): void {
    if (!number || this.isFull || this.#faxes.has(number)) return;
    if (this.#found.has(number)) {
      if (at === undefined || !this.#isDoubtful(at, isBare)) this.#doubtful.delete(number);
      return;
    }
    this.#tries += 1;
    if (at !== undefined && this.#belongsToOthers(at)) return;
    if (at !== undefined && this.#isDoubtful(at, isBare)) this.#doubtful.add(number);
    this.#found.set(number, { value: number, source });
  }

  #isDoubtful(at: number, isBare: boolean): boolean {
    return (
      (this.#thirdParties.isNamedBefore(at) || (isBare && this.#isBareOfOthers(at))) &&
      this.#findNeighbour(at) !== "own"
    );
  }

  #isBareOfOthers(at: number): boolean {
    if (this.#thirdParties.isUnclaimedBefore(at)) return true;
    return isApposition(this.#page.text, at, this.#site.brand) && !this.#thirdParties.isBranch(at);
  }

  #belongsToOthers(at: number): boolean {
    const neighbour = this.#findNeighbour(at);
    return (
      neighbour === "third party" ||
      (neighbour === "none" && this.#thirdParties.isLinkedBefore(at)) ||
      (neighbour === "none" && belongsToOthers(this.#page, at, this.#site.brand))
    );
  }

  addMeant(raw: string, source: ContactSource, at?: number): void {
    if (this.isFull) return;
    if (/\p{L}{3}/u.test(raw) && !/^tel:/i.test(raw)) this.addFromText(raw, source, at);
    else {
      const number = parseMeantNumber(raw.replace(/^tel:/i, ""), this.#country);
      if (number) this.add(number, source, at);
      else if (raw.length > 14) this.addFromText(raw, source, at);
    }
  }

  /** A data attribute: a link, or a number by its name or format, plain or in base64. */
  addAttributeValue(name: string, addAttributeValue: string, at: number): void {
    const isPhone = isPhoneKey(name);
    const looks =
      /^(?:\+\d|0\d)(?:[\s.()/-]{0,2}\d){7,13}$/.test(addAttributeValue) &&
      /^\+|(?:[\s.-]\d+){3}|[\s/-]\d{5,}/.test(addAttributeValue) &&
      !/^\d{1,2}[./-]\d{1,2}[./-]\d{4}/.test(addAttributeValue);
    const number =
      parsePhoneLink(addAttributeValue, this.#country) ??
      (isPhone || looks ? parseMeantNumber(addAttributeValue, this.#country) : undefined);
    const hidden = number || !isPhone ? undefined : decodeBase64(addAttributeValue);
    this.add(
      number ??
        (hidden ? (parsePhoneLink(hidden, this.#country) ?? parseMeantNumber(hidden, this.#country)) : undefined),
      "attribute",
      at,
    );
  }

  /** @param at offset of the text in the page's text; undefined if it is not part of it */
  addFromText(words: string, source: ContactSource, at: number | undefined, onlyLabelled = false): void {
    if ((this.#textsSearched += 1) > MAX_SEARCHED_TEXTS || this.isFull) return;
    for (const { number, fax, labelled } of findPhones(words, this.#country)) {
      if (fax) this.addFax(number);
      else if (onlyLabelled && !labelled) continue;
      else this.add(number, source, at);
    }
  }

  listPhones(): FoundPhone[] {
    const sure = [...this.#found.values()].filter(({ value }) => !this.#doubtful.has(value));
    // Many doubtful numbers are branches.
    return sure.length > 0 && this.#doubtful.size < 3 ? sure : [...this.#found.values()];
  }
}

/** All phone numbers of a page, links first. */
export function collectPhones(
  page: Page,
  site: OwnSite,
  data: StructuredData,
  {
    findNeighbour,
    scriptTexts,
    thirdParties,
  }: Pick<EmailFindings, "findNeighbour" | "scriptTexts"> & { thirdParties: ThirdParties },
): FoundPhone[] {
  const { country } = site;
  const collector = new PhoneCollector(page, site, findNeighbour, thirdParties);
  for (const fax of data.faxes) collector.addFax(parseMeantNumber(fax, country));
  const inText = findPhones(page.text, country);
  const voices = new Set(inText.filter(({ fax }) => !fax).map(({ number }) => number));
  for (const { number, fax } of inText) if (fax && !voices.has(number)) collector.addFax(number);
  const shown = new Set(inText.map(({ number }) => number));
  const links = page.anchors.map((anchor, place) => {
    const linked = parsePhoneLink(anchor.href, country);
    const isChecked = linked !== undefined && place < MAX_CHECKED_LINKS && /^\s{0,3}tel:/i.test(anchor.href);
    return { ...anchor, linked, number: isChecked ? pickShownNumber(linked, anchor.text, country, shown) : linked };
  });
  // A number only in an href whose text shows another one comes from a theme: drop it like a fax.
  for (const { linked, number } of links)
    if (linked !== undefined && linked !== number && !shown.has(linked)) collector.addFax(linked);
  for (const { href, text, at, fax, number } of links) {
    if (collector.isFull) break;
    if (/^\s{0,3}fax:/i.test(href)) collector.addFax(parseMeantNumber(href.slice(href.indexOf(":") + 1), country));
    if (!number) {
      if (href.startsWith("data:text/"))
        for (const phone of parseVcard(decodeVcardLink(href)).phones) collector.addMeant(phone, "structured");
      continue;
    }
    // The link text or the word before the link is "Fax".
    if (
      fax ||
      (/fax|t[ée]l[ée]copie/i.test(text) && !/t[ée]l(?![ée]?(?:fax|[ée]?copie))|phone/i.test(text)) ||
      findPhoneLabel(page.text, at) === "fax"
    )
      collector.addFax(number);
    else collector.add(number, "link", at);
  }
  collectFromData(collector, page, data);
  for (const { name, value, at } of page.attributes) {
    if (TEXT_ATTRIBUTES.has(name) && /\d\D{0,3}\d\D{0,3}\d\D{0,3}\d\D{0,3}\d\D{0,3}\d/.test(value))
      collector.addFromText(value, "attribute", at);
    else if (name.startsWith("data-") && /^\s{0,3}[{[]/.test(value)) collectFromScript(collector, value, at);
    else if (name.startsWith("data-") && value.length < 60) collector.addAttributeValue(name.slice(5), value, at);
    else if (name.startsWith("on") && /tel:|wa\.me|phone=/.test(value)) collectFromScript(collector, value, at);
  }
  if (hasVcard(page.text)) for (const phone of parseVcard(page.text).phones) collector.addMeant(phone, "structured");
  else for (const { number, fax, at, labelled } of inText) if (!fax) collector.add(number, "text", at, !labelled);
  collector.addFromText(page.description, "attribute", undefined);
  collector.addFromText(page.title, "text", undefined);
  for (const script of page.scripts) if (!script.json) collectFromScript(collector, script.text);
  for (const text of scriptTexts) {
    for (const match of text.matchAll(LINK_IN_SCRIPT))
      if (!collector.isFull) collector.addMeant(match[1] ?? "", "script");
    if (/^\s{0,3}tel:/i.test(text)) collector.addMeant(text.trim(), "script");
    else if (/\d[\d\s().\-/]{7,}\d/.test(text))
      collector.addFromText(
        stripTags(text),
        "script",
        undefined,
        !/^\s*(?:\+\d|0\d+[\s/.-])[\d\s().\-/]{6,}$/.test(text),
      );
  }
  return collector.listPhones();
}

/**
 * If the text of a `tel:` link differs from its href, the text wins. Without a number in the text, a number elsewhere
 * on the page with the country code that the href lacks wins: tel:+8195550123 beside 819-555-0123.
 */
function pickShownNumber(linked: string, text: string, country: string, shown: ReadonlySet<string>): string {
  const digits = text.replace(/\D/g, "");
  // The same number in another format.
  if (digits.length >= 6 && linked.endsWith(digits.slice(-6)) && shown.has(linked)) return linked;
  const said = digits.length >= 6 ? findPhones(text, country) : [];
  const [only] = said;
  // An added extension is not a difference.
  const differs = only && !only.number.startsWith(linked) && !linked.startsWith(only.number);
  if (differs && said.length === 1) return only.number;
  if (said.length > 0 || shown.has(linked)) return linked;
  const national = linked.slice(1);
  return (
    [...shown].find((number) => number !== linked && number.length <= linked.length + 3 && number.endsWith(national)) ??
    linked
  );
}

function collectFromData(collector: PhoneCollector, page: Page, data: StructuredData): void {
  for (const { name, value, at } of page.properties.slice(0, MAX_SEARCHED_TEXTS)) {
    if (name !== "tel" || findPhoneLabel(page.text, at) === "fax") continue;
    collector.addMeant(value, "structured", at);
  }
  for (const phone of data.phones) collector.addMeant(phone, "structured");
  for (const words of data.words) collector.addFromText(words, "structured", undefined, true);
  for (const script of data.broken) collectFromScript(collector, script);
}

function collectFromScript(collector: PhoneCollector, script: string, at?: number): void {
  if (!PHONE_WORD.test(script)) return;
  const text = script.slice(0, 300_000);
  for (const match of text.matchAll(SCRIPT_VALUE)) {
    const key = KEY_BEFORE_VALUE.exec(text.slice(Math.max(0, match.index - 45), match.index))?.[1];
    if (!collector.isFull && key !== undefined && isPhoneKey(key)) collector.addMeant(match[1] ?? "", "script", at);
  }
  for (const match of text.matchAll(LINK_IN_SCRIPT))
    if (!collector.isFull) collector.addMeant(match[1] ?? "", "script", at);
}
