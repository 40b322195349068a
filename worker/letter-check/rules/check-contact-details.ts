import { address, disguised, handle, iban, isDateOrSpan, link, longNumber } from "../contact-patterns.ts";
import type { BlockingCode, Finding } from "../findings.ts";
import type { CheckInput } from "../input.ts";
import type { CheckSources } from "../parse-sources.ts";
import { source } from "../patterns.ts";
import { foldText, normalizeText } from "../tokenize.ts";

/** Payment and chat services; allowed when a source mentions them. */
const channels = new RegExp(
  source`\b(?:iban|bic|rib|swift code|bitcoins?|btc|ethereum|wallet|paypal
  |western union|moneygram|revolut|lydia|paylib|gift ?cards?|carte cadeau|gutscheinkarte|telegram|whatsapp
  |snapchat|discord|viber|wechat|skype|calendly|qr[- ]?codes?|code promo|promo code|rabattcode|gutscheincode
  |numéro de carte|card number|kartennummer|kontonummer|account number|sort code|numéro de compte
  |frais de dossier|bearbeitungsgebühr|processing fee|application fee|numéro surtaxé|parrainage
  |referral (?:code|link))\b`,
  "giu",
);

/** Finds addresses, links, numbers and accounts other than the candidate's and the company's own site. */
export function contactFindings(
  { subject, text, company, cv, template }: CheckInput,
  { own: papers }: CheckSources,
): Finding<BlockingCode>[] {
  // Normalized, so that full-width letters are read too.
  const letter = normalizeText(`${subject}\n${text}`);
  const own = papers.text;
  const [ownFolded, ownDigits] = [foldText(own), runsOfDigits(own)];
  const site = toHost(company.website);
  const companyName = foldText(normalizeText(company.name));
  const found: Finding<BlockingCode>[] = [];
  const blame = (detail: string) => found.push({ code: "foreign_contact", detail: detail.trim().slice(0, 120) });
  let rest = letter;
  const sift = (pattern: RegExp, isOwn: (match: string) => boolean) => {
    rest = rest.replace(pattern, (match) => {
      if (!isOwn(match)) blame(match);
      return " ";
    });
  };
  const held = (match: string) =>
    ownFolded.includes(
      foldText(match)
        .replace(/\s+/gu, "")
        .replace(/[.,;:!?)»"]+$/u, ""),
    );
  sift(address, held);
  sift(link, (match) => {
    const shown = foldText(match).replace(/[.,;:!?)»"]+$/u, "");
    const bare = shown
      .replace(/^https?:\/\//u, "")
      .replace(/^www\./u, "")
      .replace(/\/$/u, "");
    return (
      ownFolded.includes(bare) ||
      bare === site ||
      companyName.includes(bare) ||
      (/^[a-z]+\.(?:js|net|io|ai)$/u.test(bare) && foldText(`${cv}\n${template}\n${company.about}`).includes(bare))
    );
  });
  sift(handle, held);
  sift(iban, (match) => !/\d{6}/u.test(match.replace(/\s/gu, "")));
  sift(
    longNumber,
    (match) => isDateOrSpan(match) || ownDigits.some((run) => samePhone(run, match.replace(/\D/gu, ""))),
  );
  for (const pattern of disguised)
    sift(
      pattern,
      (match) => ownFolded.includes(foldText(match).trim()) || companyName.includes(foldText(match).trim()),
    );
  sift(channels, (match) => ownFolded.includes(foldText(match)) || companyName.includes(foldText(match)));
  return found;
}

const toHost = (website: string) =>
  foldText(website)
    .replace(/^https?:\/\//u, "")
    .replace(/^www\./u, "")
    .split("/")[0] ?? "";

const runsOfDigits = (text: string) =>
  [...text.matchAll(/\+?\(?\d(?:[\s.()/–-]{0,3}\d){5,20}/gu)].map(([run]) => run.replace(/\D/gu, ""));

/** "+33 6 12 …", "0033 6 12 …" and "06 12 …" are the same number. */
function samePhone(own: string, letter: string): boolean {
  const tail = (digits: string) => digits.replace(/^00/u, "").replace(/^(?:33|44|49|41|43|32|352)?0?/u, "");
  return (
    own === letter ||
    (tail(letter).length >= 7 && (tail(own) === tail(letter) || own.endsWith(tail(letter)) || own.includes(letter)))
  );
}
