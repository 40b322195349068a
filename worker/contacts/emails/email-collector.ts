import type { ContactSource, FoundEmail } from "../contact-types";
import { SEAM } from "../html/page-text";
import type { Page } from "../html/parse-page";
import type { DataTrust } from "../html/structured-data";
import { joinPattern } from "../join-pattern";
import { belongsToOthers, isFollowedByOthersLabel } from "../ownership/contact-ownership";
import { compactName, isOwnDomain, isSameBrand, type OwnSite } from "../ownership/own-domain";
import type { ThirdParties } from "../ownership/third-parties";
import { toBrand, isReservedDomain } from "../site-key";
import { deobfuscateEmails, removeSpamTraps } from "./deobfuscate-emails";
import { cleanEmail, findEmails } from "./email-syntax";
import { isFreeMailDomain, isUnattendedMailbox, isServiceEmail } from "./rules-emails";

const MAX_EMAILS_PER_PAGE = 40;
const CONTEXT_CHARACTERS = 80;
/** Other domains at which a company may have departments or people. */
const MAX_SISTER_DOMAINS = 2;
/** Words before an example address: "par ex. jean@…". */
const EXAMPLE_BEFORE = joinPattern(
  "i",
  String.raw`(?:\bex(?:emple)?s?\s?[.:]|p(?:ar|\.)\s?ex(?:emple|\.)?|\be\.?g\.?|z\.\s?b\.|zum beispiel|`,
  String.raw`beispiel|for example|such as|comme|exemple|format|schema)\W{0,6}$`,
);
/** Words that offer an address: "E-Mail:", "écrivez à". */
const OFFER_BEFORE = joinPattern(
  "i",
  String.raw`(?:mail|courriel|contact\w*|[ée]cri\w+|kontakt\w*|schreib\w*|write|reach|bewerb\w*|candidat\w*|`,
  String.raw`postul\w*|recrut\w*|lebenslauf|\bcv\b|apply|send|envoy\w+|senden|adress\w*|✉|question\w*|fragen|`,
  String.raw`renseignement\w*|information\w*|auskunft|\ban|à|to|at|unter|per)[\s:>–-]{0,6}$`,
);

/** Relation of a domain to the site. */
type DomainNearness = "own" | "brand" | "free" | "foreign";
type CollectedEmail = FoundEmail & { nearness: DomainNearness; offered: boolean; labelled: boolean };

/** Whose address is next to a place in the text. */
export type NeighbourLookup = (at: number) => "own" | "third party" | "none";

/** Collected addresses, each with the source that found it first; callers start with the most reliable source. */
export class EmailCollector {
  readonly site: OwnSite;
  readonly #page: Page;
  readonly #siteNames: string[];
  readonly #thirdParties: ThirdParties;
  readonly #found = new Map<string, CollectedEmail>();
  /** Bounds the work for a hostile page with very many strings. */
  #guessesLeft = 1500;
  #linkTexts: Map<number, string> | undefined;
  /** Places of all addresses in the text, rejected ones included. */
  readonly #places: { at: number; value: string }[] = [];

  constructor(page: Page, site: OwnSite, thirdParties: ThirdParties) {
    this.site = site;
    this.#thirdParties = thirdParties;
    this.#page = page;
    const segment = site.shared && URL.canParse(site.url) ? (new URL(site.url).pathname.split("/")[1] ?? "") : "";
    this.#siteNames = [page.title, page.siteName, segment].filter((name) => name !== "");
  }

  /**
   * @param at offset in the page's text, if it is in the text
   * @param trust for an address from data: where it was found
   */
  add(candidate: string, source: ContactSource, at?: number, trust: DataTrust = "linked"): void {
    const cleared = removeSpamTraps(candidate);
    const value = cleared ?? candidate;
    if (at !== undefined && source !== "attribute" && source !== "script" && this.#places.length < 500)
      this.#places.push({ at, value });
    if (this.#found.has(value) || this.#found.size >= MAX_EMAILS_PER_PAGE) return;
    const [local = "", domain = ""] = value.split("@");
    const nearness = this.#getNearness(domain);
    if (isUnattendedMailbox(local) || (nearness !== "own" && isServiceEmail(value, domain))) return;
    // The own domain in disguise is decoded elsewhere.
    if (nearness === "foreign" && this.site.disguisePattern.test(domain)) return;
    // A reserved domain on a real site is an example; test sites on reserved domains may use each other's.
    if (nearness !== "own" && isReservedDomain(domain) && !isReservedDomain(this.site.host)) return;
    const before = at === undefined ? "" : this.#readText(at - 260, at);
    if (nearness !== "own" && !this.#isOfCompany(nearness, local, source, before, at, trust)) return;
    const context = before.slice(-CONTEXT_CHARACTERS).trim();
    const offered = OFFER_BEFORE.test(before) || (source === "structured" && trust === "linked");
    const labelled = source === "link" && nearness === "foreign" && at !== undefined && this.#isLabelled(at, domain);
    const kind = cleared ? "deobfuscated" : source;
    this.#found.set(value, { value, source: kind, ...(context ? { context } : {}), nearness, offered, labelled });
  }

  /** @returns whether the text has an address, even a rejected one */
  addAll(text: string, source: ContactSource, at?: number, trust: DataTrust = "linked"): boolean {
    if (!text.includes("@")) return false;
    const candidates = findEmails(text, this.site.domain);
    for (const { value } of candidates) this.add(value, source, at, trust);
    return candidates.length > 0;
  }

  /** Obfuscated addresses. */
  addSpelledOut(text: string, at?: number): boolean {
    const candidates = deobfuscateEmails(text, this.site.domain);
    for (const { value } of candidates) this.add(value, "deobfuscated", at);
    return candidates.length > 0;
  }

  /** Obfuscated addresses in the page's text, with their places. */
  addSpelledOutInPage(text: string): void {
    for (const { value, start } of deobfuscateEmails(text, this.site.domain)) this.add(value, "deobfuscated", start);
  }

  /** For guesses: adds only addresses of the site's own domain. */
  addOwn(text: string, source: ContactSource, at?: number): boolean {
    let added = false;
    for (const { value } of text.includes("@") ? findEmails(text, this.site.domain) : []) {
      if (!isOwnDomain(value.slice(value.indexOf("@") + 1), this.site)) continue;
      this.add(value, source, at);
      added = true;
    }
    return added;
  }

  /** Whether another guess is within the budget. @param cost more than 1 for expensive decoding */
  spendGuesses(cost: number): boolean {
    this.#guessesLeft -= cost;
    return this.#guessesLeft >= 0;
  }

  /** An address joined from two halves. */
  addJoined(local: string, domain: string, source: ContactSource, at?: number): void {
    const value = cleanEmail(`${local}@${domain}`, this.site.domain);
    if (value) this.add(value, source, at);
  }

  listEmails(): FoundEmail[] {
    return this.#listWanted().map(({ value, source, context }) => ({ value, source, ...(context ? { context } : {}) }));
  }

  #listWanted(): CollectedEmail[] {
    const all = [...this.#found.values()];
    const hasOwn = all.some(({ nearness }) => nearness === "own" || nearness === "brand");
    const isForeign = ({ nearness }: CollectedEmail) => nearness === "foreign";
    const labelled = all.filter((email) => isForeign(email) && email.labelled);
    // A page with addresses of many domains is a list of other firms.
    const hasSisters = new Set(labelled.map(({ value }) => value.split("@", 2)[1])).size <= MAX_SISTER_DOMAINS;
    return all.filter((email) => {
      if (!isForeign(email) || email.offered) return true;
      return (email.labelled && hasSisters) || (!hasOwn && (email.source === "link" || email.source === "structured"));
    });
  }

  /** The owner of the nearest address in the same paragraph probably owns the phone number there, too. */
  createNeighbourLookup(): NeighbourLookup {
    const wanted = new Set(this.#listWanted().map(({ value }) => value));
    const places = this.#places.filter(({ value }) => !isUnattendedMailbox(value.split("@", 1)[0] ?? ""));
    return (at) => {
      const near = places
        .filter((place) => Math.abs(place.at - at) < 160)
        .sort((a, b) => Math.abs(a.at - at) - Math.abs(b.at - at))[0];
      const between = near ? this.#page.text.slice(Math.min(near.at, at), Math.max(near.at, at)) : "";
      if (!near || /\n[\s\uE000]*\n/.test(between)) return "none";
      if (wanted.has(near.value))
        return between.includes("\n") &&
          belongsToOthers({ text: between, headings: [], others: [] }, between.length, this.site.brand)
          ? "none"
          : "own";
      // "Tel. 01 …, site made by info@pixel.fr": the number is not Pixel's.
      return at < near.at &&
        belongsToOthers({ text: between, headings: [], others: [] }, between.length, this.site.brand)
        ? "none"
        : "third party";
    };
  }

  /** The label (link text or start of the line) names a department or person, not the firm of the address. */
  #isLabelled(at: number, domain: string): boolean {
    this.#linkTexts ??= new Map(this.#page.anchors.map((anchor) => [anchor.at, anchor.text]));
    const linkText = this.#linkTexts.get(at) ?? "";
    const label = linkText.includes("@")
      ? (this.#page.text
          .slice(Math.max(0, at - 60), at)
          .split("\n")
          .at(-1) ?? "")
      : linkText;
    const [words, brand] = [label.match(/\p{L}{4,}/gu)?.map(compactName) ?? [], compactName(toBrand(domain))];
    return words.length > 0 && !compactName(label).includes(brand) && !words.some((word) => brand.includes(word));
  }

  #readText(from: number, to: number): string {
    return this.#page.text.slice(Math.max(0, from), Math.max(0, to)).replaceAll(SEAM, "").replace(/\s+/g, " ");
  }

  #getNearness(domain: string): DomainNearness {
    if (isOwnDomain(domain, this.site)) return "own";
    if (isFreeMailDomain(domain)) return "free";
    return isSameBrand(domain, this.site, this.#siteNames) ? "brand" : "foreign";
  }

  /** An address of another domain is accepted unless the page attributes it to a third party. */
  #isOfCompany(
    nearness: DomainNearness,
    local: string,
    source: ContactSource,
    before: string,
    at: number | undefined,
    trust: DataTrust,
  ): boolean {
    if (EXAMPLE_BEFORE.test(before)) return false;
    if (nearness === "brand") return true;
    if (at !== undefined && this.#thirdParties.isEmailLinkedBefore(at, local)) return false;
    if (at === undefined) return nearness === "free" || (source === "structured" && trust !== "loose");
    if (source === "attribute" && nearness === "foreign") return false;
    if (belongsToOthers(this.#page, at, this.site.brand, nearness === "foreign")) return false;
    // "info@pixel.de – Webdesign": a label behind it on the same line.
    return !isFollowedByOthersLabel(
      (this.#page.text.slice(at, at + 160).split("\n", 1)[0] ?? "")
        .replaceAll(SEAM, "")
        .replace(/^[^@]{0,70}@[\w-]*(?:\.[\w-]+)*/, ""),
    );
  }
}
