import { type ContactSort, findContacts } from "../contact-patterns.ts";
import type { BlockingCode, Finding } from "../findings.ts";
import type { CheckInput } from "../input.ts";
import type { LetterText, RefusalSources } from "../refusal-texts.ts";
import { foldText } from "../tokenize.ts";

/** Finds addresses, links, numbers and accounts other than the candidate's, and the company's own site. */
export function contactFindings(
  { company: { name, website } }: CheckInput,
  letter: LetterText,
  { own, company }: RefusalSources,
): Finding<BlockingCode>[] {
  const closed = own.folded.replace(/\s+/gu, "");
  const digits = [...own.text.matchAll(/\+?\(?\d(?:[\s.()/–-]{0,3}\d){5,20}/gu)].map(([run]) =>
    run.replace(/\D/gu, ""),
  );
  const site = toBareLink(website).split("/")[0] ?? "";
  const companyName = foldText(name);
  const isKnown = (sort: ContactSort, text: string): boolean => {
    const folded = foldText(text).trim();
    if (sort === "number") return digits.some((run) => samePhone(run, text.replace(/\D/gu, "")));
    if (own.folded.includes(folded) || companyName.includes(folded)) return true;
    if (sort === "channel") return false;
    if (sort === "account") return company.folded.includes(folded);
    const bare = toBareLink(text);
    // "Vue.js": a tool that either side names.
    const isTool = /^[a-z]+\.(?:js|net|io|ai)$/u.test(bare) && company.folded.includes(bare);
    // "Stoffwechse1.example" and a capital I for an l are other sites.
    const isSite = bare === site && !/\p{Ll}\p{Lu}/u.test(text);
    return closed.includes(bare) || (sort === "link" && (isSite || isTool));
  };
  return findContacts(letter.text)
    .filter(({ sort, text }) => !isKnown(sort, text))
    .map(({ text }) => ({ code: "foreign_contact", detail: text.trim() }));
}

const toBareLink = (link: string) =>
  foldText(link)
    .replace(/\s+|[.,;:!?)»"]+$/gu, "")
    .replace(/^https?:\/\//u, "")
    .replace(/^www\./u, "")
    .replace(/\/$/u, "");

/** "+33 6 12 …", "0033 6 12 …" and "06 12 …" are the same number. */
function samePhone(own: string, letter: string): boolean {
  const tail = (digits: string) => digits.replace(/^00/u, "").replace(/^(?:33|44|49|41|43|32|352)?0?/u, "");
  return (
    own === letter ||
    (tail(letter).length >= 7 && (tail(own) === tail(letter) || own.endsWith(tail(letter)) || own.includes(letter)))
  );
}
