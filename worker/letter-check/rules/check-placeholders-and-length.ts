import type { BlockingCode, Finding, WarningCode } from "../findings.ts";
import type { CheckInput } from "../input.ts";
import { source } from "../patterns.ts";
import { foldText, normalizeText } from "../tokenize.ts";

/** Placeholders that a model leaves to be filled in. */
const placeholders = [
  new RegExp(
    source`\[[^\]\n]{1,80}\]|\{\{?[^}\n]{1,80}\}?\}|<[^<>\n@]{1,60}>|%[A-Z_]{3,}%|\$\{[^}\n]+\}
    |\bX{2,}\b|\bXYZ?\b|\bx{3,}\b|_{3,}|\.{6,}|…{3,}|\?{3,}`,
    "gu",
  ),
  new RegExp(
    source`\b(?:lorem ipsum|insert (?:your|the|here|company|name)|(?:your|my) name here
    |company name here|nom de (?:l'entreprise|la société|votre entreprise)(?= ?[\]).,:]| ici)|votre nom ici
    |votre nom et prénom|nom du (?:recruteur|destinataire)|à compléter|à remplir|ihr name hier
    |name des unternehmens|firmenname|hier einfügen|bitte einfügen|bitte ergänzen|to be completed|to be filled
    |tbd|fill in)\b`,
    "giu",
  ),
  new RegExp(
    source`\b(?:JJ|DD|TT)[/.]MM[/.](?:AAAA|YYYY|JJJJ)\b|#\w{3,}#|@@\w+@@|<<[^>\n]+>>
    |«\s*(?:nom|name|ville|entreprise|société|poste)[^»\n]*»|%[sd]\b|\$\{?[A-Z_]{3,}\}?|\b[A-Z]{2,}_[A-Z_]{2,}\b
    |\[\s*\]|\(\s*\.\.\.\s*\)|\b(?:John|Jane) Doe\b|\b(?:Max|Erika) Mustermann\b|\bMusterfirma\b|\bMuster GmbH\b
    |\bMusterstadt\b|\bABC (?:Ltd|Inc|GmbH|Corp)\b`,
    "gu",
  ),
  new RegExp(
    source`\((?:nom|prénom|name|vorname|nachname|date|datum|ville|stadt|city|poste|position|stelle
    |company|entreprise|société|unternehmen|firma|firmenname|adresse|address|phone|téléphone|telefon|e-?mail
    |signature|unterschrift|insert|insérer|einfügen|à (?:compléter|préciser|adapter|remplir|insérer)
    |bitte (?:ergänzen|einfügen|anpassen))\b[^)\n]{0,50}\)`,
    "giu",
  ),
  new RegExp(
    source`\b(?:votre (?:prénom|nom et|nom complet)|prénom et nom|your full name
    |ihr (?:vor- und nachname|vollständiger name)|à (?:compléter|préciser|insérer|personnaliser)
    |to be (?:confirmed|added|specified)|tbc|n\. ?n\.|nom de la (?:personne|société|rue)
    |name of the (?:company|recipient|hiring)|name der (?:firma|person)|numéro de téléphone ici)\b`,
    "giu",
  ),
  new RegExp(
    source`\([^()\n]{0,60}\b(?:einfügen|ergänzen|eintragen|anpassen|insérer|compléter|renseigner|insert
    |fill in|add here|here)\)`,
    "giu",
  ),
  /(?:chez|at|bei|dear|madame|monsieur|bonjour|team)\s+(?:\.\.\.|…)/giu,
  new RegExp(
    source`^[ \t]*(?:your name|votre nom|ihr name|nom prénom|prénom nom|vorname nachname
    |first name last name|name|nom)[ \t]*$`,
    "gimu",
  ),
];

/** Markup: tags, entities or Markdown. */
const markup = [
  /<\/?[a-z][^>\n]*>|&(?:nbsp|amp|lt|gt|quot|#\d+|#x[\da-f]+|eacute|agrave|[aou]uml|szlig);|<!--/iu,
  new RegExp(
    source`\*\*[^*\n]+\*\*|__[^_\n]+__|^#{1,6}\s|\[[^\]\n]+\]\([^)\n]+\)|!\[|\x60\x60\x60|^>\s
    |^[ \t]*\|.*\|[ \t]*$|^(?:---+|\*\*\*+|===+)\s*$|\x60[^\x60\n]+\x60
    |(?:^|\s)\*[^*\s][^*\n]*[^*\s]\*(?=\s|[.,;:!?]|$)|(?:^|\s)~~[^~\n]+~~`,
    "mu",
  ),
  /^[ \t]*[*+][ \t]+\S.*\n[ \t]*[*+][ \t]+\S/mu,
  /\\(?:n|t|textbf|begin)\b|\\u[\da-f]{4}/u,
];

/** Characters that look like others, and invisible ones. */
const hiddenSigns = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u115f\u1160\u2800\u3164\uffa0]|\p{Variation_Selector}/gu;
const strangeLetters = new RegExp(
  source`[\uff01-\uffee\u{1d400}-\u{1d7ff}\u2460-\u24ff\u{1f100}-\u{1f1ff}
    \u2100-\u2102\u2104-\u2115\u2117-\u211f\u2121\u2123-\u2149
    \u0250-\u02af\u1d00-\u1dbf]`,
  "u",
);
const OTHER_SCRIPTS = [
  "Cyrillic",
  "Greek",
  "Armenian",
  "Cherokee",
  "Hebrew",
  "Arabic",
  "Han",
  "Hiragana",
  "Katakana",
  "Hangul",
  "Thai",
  "Devanagari",
  "Coptic",
  "Lisu",
];
const otherScripts = new RegExp(`[${OTHER_SCRIPTS.map((script) => String.raw`\p{Script=${script}}`).join("")}]+`, "gu");

const LEAST = { stop: 60, warn: 90 };
const MOST = { stop: 330, warn: 260 };

/** Whether a letter is too long to be worth parsing. */
export const isEndless = ({ text, subject }: CheckInput) =>
  text.length > 10_000 || subject.length > 1_000 || countWords(text) > MOST.stop * 2;
const countWords = (text: string) => normalizeText(text).match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu)?.length ?? 0;

/** Checks that need only the characters of the letter. */
export function formFindings({ subject, text, cv, template, company }: CheckInput): {
  reasons: Finding<BlockingCode>[];
  warnings: Finding<WarningCode>[];
} {
  const reasons: Finding<BlockingCode>[] = [];
  const warnings: Finding<WarningCode>[] = [];
  const letter = `${subject}\n${text}`;
  const sources = [normalizeText(cv), normalizeText(template), normalizeText(company.name)];
  for (const pattern of placeholders) {
    for (const [found] of normalizeText(letter).matchAll(pattern))
      if (
        !sources.some(
          (source) => source.includes(found) || (/^\(.*\)$/u.test(found) && source.includes(found.slice(1, -1))),
        )
      )
        reasons.push({ code: "placeholder", detail: found.trim() });
  }
  const marks = markup.map((pattern) => pattern.exec(text) ?? pattern.exec(subject)).find((found) => found !== null);
  if (marks && !sources.some((source) => source.includes(marks[0])))
    reasons.push({ code: "markup", detail: marks[0].trim() });
  if (/^[ \t]*[-–•][ \t]+\S.*\n[ \t]*[-–•][ \t]+\S/mu.test(text)) warnings.push({ code: "list", detail: "a list" });

  const unseen = letter.replace(/[\n\r\t]/gu, "").match(hiddenSigns)?.[0];
  if (unseen !== undefined)
    reasons.push({
      code: "hidden_characters",
      detail: `U+${(unseen.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`,
    });
  const strange = strangeLetters.exec(letter.normalize("NFC"))?.[0];
  if (strange !== undefined) reasons.push({ code: "hidden_characters", detail: strange });
  const foreign = (letter.match(otherScripts) ?? []).find(
    (run) => ![cv, template, company.name].some((source) => source.includes(run)),
  );
  if (foreign !== undefined) reasons.push({ code: "hidden_characters", detail: foreign });

  const picture = /\p{Extended_Pictographic}/u.exec(letter.replace(/[©®™]/gu, ""))?.[0];
  if (picture !== undefined && ![cv, template, company.name].some((source) => source.includes(picture)))
    reasons.push({ code: "markup", detail: picture });
  const words = countWords(text);
  if (words < LEAST.stop || words > MOST.stop) reasons.push({ code: "length", detail: `${words} words` });
  else if (words < LEAST.warn || words > MOST.warn) warnings.push({ code: "unusual_length", detail: `${words} words` });
  if (subject.trim() === "" || subject.length > 200 || /\n/u.test(subject.trim()))
    reasons.push({ code: "length", detail: "the subject is not one line" });
  if (isShouted(text)) reasons.push({ code: "markup", detail: "capitals throughout" });
  const again = repeated(text);
  if (again !== null) reasons.push({ code: "machine_talk", detail: `said again: ${again}` });
  return { reasons, warnings };
}

function isShouted(text: string): boolean {
  const words = text.match(/\p{L}{4,}/gu) ?? [];
  return words.length > 20 && words.filter((word) => word === word.toUpperCase()).length > words.length / 3;
}

/** A sentence that occurs three times. */
function repeated(text: string): string | null {
  const seen = new Map<string, number>();
  for (const sentence of text.split(/[.!?\n]+/u)) {
    const key = foldText(sentence).replace(/\W+/gu, " ").trim();
    const times = (seen.get(key) ?? 0) + 1;
    if (key.length > 15 && times >= 3) return sentence.trim();
    seen.set(key, times);
  }
  return null;
}
