import { decodeBase64, stripTags } from "./decode";
import type { Neighbour } from "./email-bag";
import type { EmailFindings } from "./emails";
import type { Site } from "./own";
import type { Page } from "./page";
import { labelBefore } from "./phone-labels";
import { meantNumber, phoneOfLink, phonesIn } from "./phones";
import { isApposition, type Strangers } from "./strangers";
import { type DataFindings, isPhoneKey, isVcard, readVcard, vcardOf } from "./structured";
import type { ContactSource, FoundPhone } from "./types";
import { belongsToOthers } from "./whose";

const MAX_PHONES = 20;
const MAX_TRIES = 400;
/** Links whose words are held against their numbers. */
const MAX_CHECKED = 1000;
/** Attributes and properties whose words are looked through. */
const MAX_SPOKEN = 300;
/** A value in a script that may be a number, after its quote; the key before it decides. */
const STATE_VALUE = /[:=]\s{0,3}\\?["']((?:tel:)?[+(\d][\d\s().+\-–/]{6,40})\\?["']/g;
const KEY_END = /([\w-]{3,30})\\?["']?\s{0,3}$/;
const PHONE_WORD = /phone|["'_-]tel|tel\s{0,2}["'_:=]|telefon|mobil|whatsapp|handy|wa\.me/i;
const LINK_IN_SCRIPT = /(?:tel:|wa\.me\/|[?&]phone=)(\+?[\d\s().%-]{7,30})/gi;
const SPOKEN = new Set(["title", "aria-label", "alt", "data-tooltip", "data-title", "data-content"]);

/** The numbers so far, each once; what is somewhere called a fax and nowhere a telephone is none. */
class PhoneBag {
  readonly #page: Page;
  readonly #country: string;
  readonly #site: Site;
  readonly #strangers: Strangers;
  /** Numbers that stand only where another company is named: they give way to any other. */
  readonly #doubtful = new Set<string>();
  readonly #neighbour: Neighbour;
  readonly #found = new Map<string, FoundPhone>();
  readonly #faxes = new Set<string>();
  #tries = 0;
  #spoken = 0;

  constructor(page: Page, site: Site, neighbour: Neighbour, strangers: Strangers) {
    this.#page = page;
    this.#strangers = strangers;
    this.#site = site;
    this.#neighbour = neighbour;
    this.#country = site.country;
  }

  get full(): boolean {
    return this.#found.size >= MAX_PHONES || this.#tries > MAX_TRIES;
  }

  fax(number: string | undefined): void {
    if (number) this.#faxes.add(number);
  }

  /** @param at where it stands in the page's text, when it stands there */
  add(number: string | undefined, source: ContactSource, at?: number, isBare = false): void {
    if (!number || this.full || this.#faxes.has(number)) return;
    if (this.#found.has(number)) {
      if (at === undefined || !this.#isDoubtful(at, isBare)) this.#doubtful.delete(number);
      return;
    }
    this.#tries += 1;
    if (at !== undefined && this.#isOthers(at)) return;
    if (at !== undefined && this.#isDoubtful(at, isBare)) this.#doubtful.add(number);
    this.#found.set(number, { value: number, source });
  }

  #isDoubtful(at: number, isBare: boolean): boolean {
    return (this.#strangers.namedBefore(at) || (isBare && this.#isBareOfOthers(at))) && this.#neighbour(at) !== "ours";
  }

  #isBareOfOthers(at: number): boolean {
    if (this.#strangers.unclaimedBefore(at)) return true;
    return isApposition(this.#page.text, at, this.#site.brand) && !this.#strangers.isBranch(at);
  }

  #isOthers(at: number): boolean {
    const neighbour = this.#neighbour(at);
    return (
      neighbour === "strangers" ||
      (neighbour === "nobody" && this.#strangers.linkedBefore(at)) ||
      (neighbour === "nobody" && belongsToOthers(this.#page, at, this.#site.brand))
    );
  }

  meant(raw: string, source: ContactSource, at?: number): void {
    if (this.full) return;
    if (/\p{L}{3}/u.test(raw) && !/^tel:/i.test(raw)) this.spoken(raw, source, at);
    else {
      const number = meantNumber(raw.replace(/^tel:/i, ""), this.#country);
      if (number) this.add(number, source, at);
      else if (raw.length > 14) this.spoken(raw, source, at);
    }
  }

  /** A data attribute: a link, a number by its name or by its looks, plain or in base64. */
  value(name: string, value: string, at: number): void {
    const isPhone = isPhoneKey(name);
    const looks =
      /^(?:\+\d|0\d)(?:[\s.()/-]{0,2}\d){7,13}$/.test(value) &&
      /^\+|(?:[\s.-]\d+){3}|[\s/-]\d{5,}/.test(value) &&
      !/^\d{1,2}[./-]\d{1,2}[./-]\d{4}/.test(value);
    const number =
      phoneOfLink(value, this.#country) ?? (isPhone || looks ? meantNumber(value, this.#country) : undefined);
    const hidden = number || !isPhone ? undefined : decodeBase64(value);
    this.add(
      number ?? (hidden ? (phoneOfLink(hidden, this.#country) ?? meantNumber(hidden, this.#country)) : undefined),
      "attribute",
      at,
    );
  }

  /** Every number that stands in words. @param at place of the words in the page's text; undefined for words that stand nowhere */
  spoken(words: string, source: ContactSource, at: number | undefined, onlyLabelled = false): void {
    if ((this.#spoken += 1) > MAX_SPOKEN || this.full) return;
    for (const { number, fax, labelled } of phonesIn(words, this.#country)) {
      if (fax) this.fax(number);
      else if (onlyLabelled && !labelled) continue;
      else this.add(number, source, at);
    }
  }

  values(): FoundPhone[] {
    const sure = [...this.#found.values()].filter(({ value }) => !this.#doubtful.has(value));
    // Many of them are branches, or all there is.
    return sure.length > 0 && this.#doubtful.size < 3 ? sure : [...this.#found.values()];
  }
}

/** Every telephone number of a page, each once, links first. */
export function collectPhones(
  page: Page,
  site: Site,
  data: DataFindings,
  { neighbour, scriptTexts, strangers }: Pick<EmailFindings, "neighbour" | "scriptTexts"> & { strangers: Strangers },
): FoundPhone[] {
  const { country } = site;
  const bag = new PhoneBag(page, site, neighbour, strangers);
  for (const fax of data.faxes) bag.fax(meantNumber(fax, country));
  const inText = phonesIn(page.text, country);
  const voices = new Set(inText.filter(({ fax }) => !fax).map(({ number }) => number));
  for (const { number, fax } of inText) if (fax && !voices.has(number)) bag.fax(number);
  const shown = new Set(inText.map(({ number }) => number));
  const links = page.anchors.map((anchor, place) => {
    const linked = phoneOfLink(anchor.href, country);
    const isChecked = linked !== undefined && place < MAX_CHECKED && /^\s{0,3}tel:/i.test(anchor.href);
    return { ...anchor, linked, number: isChecked ? shownNumber(linked, anchor.text, country, shown) : linked };
  });
  // A number that is only in an href whose own words say another one was left there by a theme.
  for (const { linked, number } of links)
    if (linked !== undefined && linked !== number && !shown.has(linked)) bag.fax(linked);
  for (const { href, text, at, fax, number } of links) {
    if (bag.full) break;
    if (/^\s{0,3}fax:/i.test(href)) bag.fax(meantNumber(href.slice(href.indexOf(":") + 1), country));
    if (!number) {
      if (href.startsWith("data:text/"))
        for (const phone of readVcard(vcardOf(href)).phones) bag.meant(phone, "structured");
      continue;
    }
    // A link reads "Fax 01 …", or stands right behind the word.
    if (
      fax ||
      (/fax|t[ée]l[ée]copie/i.test(text) && !/t[ée]l(?![ée]?(?:fax|[ée]?copie))|phone/i.test(text)) ||
      labelBefore(page.text, at) === "fax"
    )
      bag.fax(number);
    else bag.add(number, "link", at);
  }
  fromData(bag, page, data);
  for (const { name, value, at } of page.attributes) {
    if (SPOKEN.has(name) && /\d\D{0,3}\d\D{0,3}\d\D{0,3}\d\D{0,3}\d\D{0,3}\d/.test(value))
      bag.spoken(value, "attribute", at);
    else if (name.startsWith("data-") && /^\s{0,3}[{[]/.test(value)) fromScript(bag, value, at);
    else if (name.startsWith("data-") && value.length < 60) bag.value(name.slice(5), value, at);
    else if (name.startsWith("on") && /tel:|wa\.me|phone=/.test(value)) fromScript(bag, value, at);
  }
  if (isVcard(page.text)) for (const phone of readVcard(page.text).phones) bag.meant(phone, "structured");
  else for (const { number, fax, at, labelled } of inText) if (!fax) bag.add(number, "text", at, !labelled);
  bag.spoken(page.description, "attribute", undefined);
  bag.spoken(page.title, "text", undefined);
  for (const script of page.scripts) if (!script.json) fromScript(bag, script.text);
  for (const text of scriptTexts) {
    for (const match of text.matchAll(LINK_IN_SCRIPT)) if (!bag.full) bag.meant(match[1] ?? "", "script");
    if (/^\s{0,3}tel:/i.test(text)) bag.meant(text.trim(), "script");
    else if (/\d[\d\s().\-/]{7,}\d/.test(text))
      bag.spoken(stripTags(text), "script", undefined, !/^\s*(?:\+\d|0\d+[\s/.-])[\d\s().\-/]{6,}$/.test(text));
  }
  return bag.values();
}

/**
 * What the words of a `tel:` link say beats an href that differs from them. Without a number among them, one that stands elsewhere on the page
 * and has the country code the href lacks does: tel:+8195550123 beside 819-555-0123.
 */
function shownNumber(linked: string, text: string, country: string, shown: ReadonlySet<string>): string {
  const digits = text.replace(/\D/g, "");
  // The same number, however it is written.
  if (digits.length >= 6 && linked.endsWith(digits.slice(-6)) && shown.has(linked)) return linked;
  const said = digits.length >= 6 ? phonesIn(text, country) : [];
  const [only] = said;
  // An extension more or less is no difference.
  const differs = only && !only.number.startsWith(linked) && !linked.startsWith(only.number);
  if (differs && said.length === 1) return only.number;
  if (said.length > 0 || shown.has(linked)) return linked;
  const national = linked.slice(1);
  return (
    [...shown].find((number) => number !== linked && number.length <= linked.length + 3 && number.endsWith(national)) ??
    linked
  );
}

function fromData(bag: PhoneBag, page: Page, data: DataFindings): void {
  for (const { name, value, at } of page.properties.slice(0, MAX_SPOKEN)) {
    if (name !== "tel" || labelBefore(page.text, at) === "fax") continue;
    bag.meant(value, "structured", at);
  }
  for (const phone of data.phones) bag.meant(phone, "structured");
  for (const words of data.words) bag.spoken(words, "structured", undefined, true);
  for (const script of data.broken) fromScript(bag, script);
}

function fromScript(bag: PhoneBag, script: string, at?: number): void {
  if (!PHONE_WORD.test(script)) return;
  const text = script.slice(0, 300_000);
  for (const match of text.matchAll(STATE_VALUE)) {
    const key = KEY_END.exec(text.slice(Math.max(0, match.index - 45), match.index))?.[1];
    if (!bag.full && key !== undefined && isPhoneKey(key)) bag.meant(match[1] ?? "", "script", at);
  }
  for (const match of text.matchAll(LINK_IN_SCRIPT)) if (!bag.full) bag.meant(match[1] ?? "", "script", at);
}
