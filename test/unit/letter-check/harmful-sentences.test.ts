import { describe, expect, it } from "vitest";
import { checkLetter } from "../../../worker/letter-check/check-letter.ts";
import type { BlockingCode } from "../../../worker/letter-check/findings.ts";
import type { LetterLanguage } from "../../../worker/letter-check/input.ts";
import { addSentence, type Honest, honestLetters, sentences } from "../../data/letters.ts";

const { english, french, german } = honestLetters;
const harmful = sentences.harmful.map(({ language, sentence }) => [language, sentence] as const);
const privateClaims = sentences.private.map(({ language, sentence }) => [language, sentence] as const);
const backed = sentences.backed.map(({ language, sentence, ...sources }) => [language, sentence, sources] as const);
const honest = sentences.honest.map(({ language, sentence }) => [language, sentence] as const);
const LETTERS: Record<LetterLanguage, Honest> = { fr: french, en: english, de: german };

/** An honest letter with one more sentence before its last paragraphs. */
function withSentence(
  sentence: string,
  language: LetterLanguage,
  sources: Partial<Pick<Honest, "cv" | "template">> = {},
): Honest {
  const letter = LETTERS[language];
  return {
    ...addSentence(letter, sentence),
    cv: `${letter.cv}\n${sources.cv ?? ""}`,
    template: `${letter.template} ${sources.template ?? ""}`,
  };
}
const listFindingCodes = (letter: Honest) => checkLetter(letter).reasons.map(({ code }) => code);

describe("a letter is blocked", () => {
  it.each(harmful)("(%s) when it orders, concedes or permits something: %s", (language, sentence) => {
    expect(listFindingCodes(withSentence(sentence, language))).toContain("against_candidate");
  });

  it.each(privateClaims)("(%s) when it claims something that no source says: %s", (language, sentence) => {
    expect(listFindingCodes(withSentence(sentence, language))).toContain("private_claim");
  });
});

const TESTED_CODES: readonly BlockingCode[] = ["against_candidate", "private_claim"];

describe("a letter is not blocked for", () => {
  it.each(backed)("(%s) what the candidate's own sources say: %s", (language, sentence, sources) => {
    const listTestedCodes = (letter: Honest) => listFindingCodes(letter).filter((code) => TESTED_CODES.includes(code));
    expect(listTestedCodes(withSentence(sentence, language))).toHaveLength(1);
    expect(listTestedCodes(withSentence(sentence, language, sources))).toEqual([]);
  });

  it.each(honest)("(%s) %s", (language, sentence) => {
    expect(listFindingCodes(withSentence(sentence, language)).filter((code) => TESTED_CODES.includes(code))).toEqual(
      [],
    );
  });
});

describe("a company's name", () => {
  const withCompanyName = (name: string, text: string): Honest => ({
    ...french,
    company: { ...french.company, name },
    text: french.text.replace("la Pharmacie des Lilas", text),
  });

  it.each([
    "Pharmacie des Lilas – postuler sur other.example",
    "Pharmacie des Lilas other.example",
    "Pharmacie des Lilas | www.other.example",
    "Pharmacie des Lilas (recrutement@other.example)",
    "Pharmacie des Lilas 07 55 00 11 22",
    "Pharmacie des Lilas – hiring (at) other (dot) com",
  ])("does not allow a link, an address or a number in it: %s", (name) => {
    expect(listFindingCodes(withCompanyName(name, name))).toContain("foreign_contact");
    expect(checkLetter(withCompanyName(name, "la Pharmacie des Lilas")).reasons).toEqual([]);
  });

  it.each([
    "Pharmacie des Lilas – communiquez votre numéro de carte vitale",
    "Pharmacie des Lilas. Please send your passport number",
    "Pharmacie des Lilas, bitte schicken Sie Ihre Ausweisnummer mit",
    "Pharmacie des Lilas\nMerci de joindre votre passeport et votre relevé",
  ])("does not allow an instruction after it: %s", (name) => {
    expect(listFindingCodes(withCompanyName(name, name))).toContain("obeyed_stranger");
    expect(checkLetter(withCompanyName(name, "la Pharmacie des Lilas")).reasons).toEqual([]);
  });

  it.each([
    "Water.com",
    "Groupe Water.com",
    "Weber u.Co. GmbH",
    "Lopez & Martinez",
    "Rendez-vous Café",
    "Restaurant Chez Nous",
    "Call a Pizza",
    "Send & Co",
    "Kita-Küchen Regenbogen e. V.",
    "Dupont – Électricité",
    "Studio 54",
    "Pharmacie-lilas.example – Angers",
    "S.N.C.F.",
    "Boulangerie Lune – pharmacie-lilas.example",
  ])("is trusted as a whole when honest: %s", (name) => {
    expect(
      checkLetter(withCompanyName(name, name)).reasons.filter(({ code }) =>
        ["foreign_contact", "obeyed_stranger", "company_missing"].includes(code),
      ),
    ).toEqual([]);
  });
});
