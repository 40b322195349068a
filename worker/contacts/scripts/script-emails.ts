import { SPELLED_OUT_AT } from "../emails/deobfuscate-emails";
import type { EmailCollector } from "../emails/email-collector";
import { decodeEntities, decodeTypo3, decodePercent, decodeRot13, stripTags } from "../emails/email-decoders";
import { collectFromEncoded } from "../emails/encoded-emails";
import {
  isJoinedByScript,
  type SplitEmail,
  type AtJoin,
  joinSplitEmail,
  toKebabCase,
  mentionsMail,
} from "../emails/split-emails";
import type { PageScript } from "../html/parse-page";
import { hasVcard, parseVcard } from "../html/structured-data";
import { type ScriptStrings, readScriptStrings } from "./script-strings";

/** Signs of an address in some form; scripts without any are skipped. */
const WORTH_READING =
  /@|&#|%40|\\x40|\\u0040|\\100|fromCh|fromCo|atob|mail|courriel|hostname|[([{](?:at|ät|arobase)[)\]}]/i;
/** Numbers that may each encode several letters. */
const PACKED_NUMBERS = /[=,[]\s{0,3}\d{9,10}\s{0,3}[;,][^]{1,120}?\d{9,10}/;
const WRITES_NUMBER = /tel:|t[ée]l[.: ]|phone/i;
const MAX_SCRIPTS = 400;
const MAX_CODE_LISTS = 40;
/** A script that does little but call a function. */
const MAX_CALL_CHARACTERS = 2000;
/** Sample texts that are cut out before the raw script is searched. */
const MAX_SKIPPED_TEXTS = 50;

type ParsedScript = { text: string; strings: ScriptStrings };

/**
 * Finds addresses in a page's scripts, handlers and links; joins found in one script also apply to the others and to
 * the page's attributes.
 */
export class ScriptEmailReader {
  readonly #collector: EmailCollector;
  readonly #scripts: ParsedScript[] = [];
  readonly #joins: AtJoin[] = [];
  readonly #functions = new Set<string>();

  constructor(bag: EmailCollector, scripts: readonly PageScript[]) {
    this.#collector = bag;
    const texts = scripts.slice(0, MAX_SCRIPTS).flatMap(({ json, text }) => (json ? [] : [text]));
    for (const text of texts) if (this.#isWorthReading(text)) this.#addScript(text);
    // `m('info', 'firm', 'fr')` alone: relevant only if another script defines m.
    for (const text of this.#functions.size === 0 ? [] : texts)
      if (text.length < MAX_CALL_CHARACTERS && !this.#isWorthReading(text) && this.#callsKnownFunction(text))
        this.#addScript(text);
  }

  #addScript(text: string): void {
    const strings = readScriptStrings(text, this.#collector.site.host);
    this.#scripts.push({ text, strings });
    this.#addJoins(strings);
  }

  #callsKnownFunction(script: string): boolean {
    return [...this.#functions].slice(0, 20).some((name) => script.includes(`${name}(`));
  }

  /** @returns texts with digits that the scripts would write */
  readAll(): string[] {
    return this.#scripts.flatMap(({ text, strings }) => this.#collect(text, strings, "script"));
  }

  /** Of a handler or a link: `onclick`, `javascript:`. */
  readHandler(readHandler: string, at: number): void {
    const crypted = !this.#collector.spendGuesses(2)
      ? null
      : /UnCrypt\w*\(\s{0,3}(?:decodeURIComponent\()?\s{0,3}['"]([^'"]{5,300})['"]/i.exec(decodePercent(readHandler));
    const clear = crypted?.[1] ? decodeTypo3(crypted[1].replaceAll("\\/", "/").replaceAll("\\", "")) : undefined;
    if (clear) this.#collector.addAll(clear, "deobfuscated", at);
    else this.readScript(readHandler, "script", at);
  }

  readScript(script: string, source: "script" | "structured", at?: number): void {
    if (!this.#isWorthReading(script)) return;
    const strings = readScriptStrings(script, this.#collector.site.host);
    this.#addJoins(strings);
    this.#collect(script, strings, source, at);
  }

  isJoinedHere(halves: SplitEmail): boolean {
    return isJoinedByScript(halves, this.#joins);
  }

  #addJoins({ joins, functions }: ScriptStrings): void {
    if (this.#joins.length < 200) this.#joins.push(...joins);
    for (const name of functions) this.#functions.add(name);
  }

  #isWorthReading(script: string): boolean {
    const { disguisePattern, domain } = this.#collector.site;
    return (
      WORTH_READING.test(script) ||
      disguisePattern.test(script) ||
      script.includes(`"${domain}"`) ||
      script.includes(`'${domain}'`) ||
      (script.length < 20_000 && (WRITES_NUMBER.test(script) || PACKED_NUMBERS.test(script)))
    );
  }

  #collect(
    script: string,
    { texts, named, calls, codes, packed, skipped }: ScriptStrings,
    source: "script" | "structured",
    at?: number,
  ): string[] {
    const bag = this.#collector;
    for (const list of codes.slice(0, MAX_CODE_LISTS)) collectFromCodes(bag, list, at);
    for (const list of packed.slice(0, MAX_CODE_LISTS)) collectFromPacked(bag, list, at);
    const joined = texts.map((value) => decodePercent(decodeEntities(value))).join("\n");
    const clear = joined.includes("znvygb:") ? decodeRot13(joined) : joined;
    let read = bag.addAll(stripTags(clear), source, at);
    if (!read) read = bag.addAll(clear, source, at);
    if (SPELLED_OUT_AT.test(clear)) bag.addSpelledOut(clear.slice(0, 100_000), at);
    if (hasVcard(clear)) for (const line of parseVcard(clear).texts) bag.addAll(line, "structured");
    for (const text of texts) if (text.length >= 8 && text.length <= 300) collectFromEncoded(bag, text, at, false);
    for (const values of named) {
      const address = joinSplitEmail(values, this.#joins);
      if (address) bag.addAll(address, "script", at);
    }
    for (const { name, texts: given } of calls) this.#collectFromCall(name, given, at);
    // The tokenizer guesses what is a regular expression and may miss a string; a plain address is still found here.
    if (!read && script.includes("@") && skipped.length <= MAX_SKIPPED_TEXTS)
      bag.addAll(
        skipped.reduce((text, sample) => text.replaceAll(sample, ""), script),
        source,
        at,
      );
    return texts.filter((text) => text.length < 5000 && /\d\D{0,3}\d/.test(text)).slice(0, 500);
  }

  /**
   * sendMail("info", "firm", "fr"): arguments of a function that is named after mail, or that joins its arguments on
   * this page.
   */
  #collectFromCall(name: string, texts: readonly string[], at: number | undefined): void {
    const own = this.#collector.site.domain;
    const called = name.slice(name.lastIndexOf(".") + 1);
    const isKnown = this.#functions.has(called);
    if (own === "" || (!isKnown && !mentionsMail(toKebabCase(called)))) return;
    const isLocal = (text: string) => /^(?=[^a-z]*[a-z])[a-z0-9][a-z0-9._+-]{0,40}$/i.test(text);
    texts.forEach((text, place) => {
      const domain = text.toLowerCase().replace(/^@?(?:www\.)?/, "");
      const pair = `${domain}.${texts[place + 1]?.replace(/^\./, "").toLowerCase() ?? ""}`;
      const width = domain === own ? 1 : pair === own ? 2 : 0;
      if (width === 0) return;
      const local = [texts[place - 1], texts[place + width]].find((other) => other !== undefined && isLocal(other));
      if (local) this.#collector.addJoined(local, own, "script", at);
    });
    const [user = "", domain = "", ending = ""] = texts;
    if (isLocal(user) && /^[a-z0-9-]+(?:\.[a-z]{2,})*$/i.test(domain))
      this.#collector.addJoined(
        user,
        domain.includes(".") ? domain : `${domain}.${ending.replace(/^\./, "")}`,
        "script",
        at,
      );
  }
}

/** Numbers that a loop turns into letters: character codes, possibly shifted or XORed by one amount. */
function collectFromCodes(bag: EmailCollector, codes: readonly number[], at: number | undefined): void {
  const decodeCodes = (letter: (code: number) => number) =>
    String.fromCharCode(...codes.map((code) => Math.max(32, letter(code) & 0xffff)));
  if (
    bag.addAll(
      decodeCodes((code) => code),
      "script",
      at,
    ) ||
    bag.site.domain === ""
  )
    return;
  for (let by = 1; by < 256; by++) {
    for (const text of [
      by <= 64 ? decodeCodes((code) => code - by) : "",
      by <= 64 ? decodeCodes((code) => code + by) : "",
      decodeCodes((code) => code ^ by),
    ]) {
      if (text.includes(bag.site.domain) && bag.addOwn(text, "script", at)) return;
    }
  }
}

/**
 * Several letters in one number, in either byte order: accepted if they give the site's own domain.
 */
function collectFromPacked(bag: EmailCollector, numbers: readonly number[], at: number | undefined): void {
  const letters = numbers.map((number) =>
    [24, 16, 8, 0].map((bits) => (number >>> bits) & 0xff).filter((code) => code !== 0),
  );
  for (const codes of [letters.flat(), letters.flatMap((word) => word.toReversed())])
    if (bag.addOwn(String.fromCharCode(...codes), "script", at)) return;
}
