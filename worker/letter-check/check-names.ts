import slots from "./data/slots.json" with { type: "json" };
import { cover, type Evidence, hasAkin, isGlued, isOwn, isShortened, type Line } from "./evidence.ts";
import type { BlockingCode, Finding } from "./findings.ts";
import { isRare, isUsual, type ReadText, type Sentence } from "./sentences.ts";
import { isCommon } from "./word-lists.ts";

const placing = new RegExp(`^(?:${slots.placing.join("|")})$`, "u");
const legalForm = new RegExp(`^(?:${slots.legalForms.join("|")})$`, "u");
/** Names that the lists of usual words hold, too. */
const knownEmployer = new RegExp(`^(?:${slots.knownEmployers})$`, "u");
const links = /^(?:la|le|les|the|of|de|du|des|d|l|and|et|s)$/u;
/** What stands before the name of a landscape: "l'étang de Berre" employs nobody. */
const landscape = new RegExp(`^(?:${slots.landscapes})$`, "u");
const addressed = new RegExp(`^(?:${slots.addressed})$`, "u");

/** "McCain" where a line has "Mc Cain". */
const isWrittenApart = ({ tokens, quote }: Line, word: string) =>
  tokens.some(
    (token, at) =>
      token.capital &&
      word.length > token.word.length &&
      token.word + tokens[at + 1]?.word === word &&
      /^[ -]$/u.test(quote.slice(token.end, tokens[at + 1]?.at)),
  );

/** Names of employers, schools, towns and people that no source has. */
export function checkNames(
  { clauses }: Sentence,
  letter: ReadText,
  { words, lines, language: evidenceLanguage, target }: Evidence,
): Finding<BlockingCode>[] {
  const { tokens, language, text } = letter;
  const isOwnWord = (word: string) =>
    target.has(word) || lines.some((line) => isOwn(line) && (line.words.has(word) || hasAkin(line.words, word)));
  const isKnown = (at: number) => {
    const { word = "" } = tokens[at] ?? {};
    // "Government Polytechnic" where a line has "Govt. Polytechnic", "John Deere" for "JD"
    const pairs = [at - 1, at]
      .map((first) => tokens.slice(first, first + 2))
      .filter((pair) => pair.every(({ capital }) => capital))
      .map((pair) => pair.map((token) => token.word));
    const unit = {
      from: at,
      to: at,
      words: [word],
      hits: letter.hits.filter((hit) => hit.from <= at && hit.to >= at),
      family: "unknown",
    };
    return (
      words.has(word) ||
      // "GMOs"
      words.has(word.replace(/s$/u, "")) ||
      hasAkin(words, word) ||
      unit.hits.some(({ concept }) => concept.sort !== "place") ||
      lines.some((line) => cover(line, unit, false) > 0 || pairs.some((pair) => isShortened(line, pair)))
    );
  };
  const skipLinks = (at: number, from: number) => {
    let front = at;
    while (front > from && links.test(tokens[front]?.word ?? "")) front -= 1;
    return front;
  };
  return clauses.flatMap(({ from, to, mode, subject }): Finding<BlockingCode>[] => {
    const found: Finding<BlockingCode>[] = [];
    for (let at = from; at < to; at += 1) {
      const token = tokens[at];
      if (!token?.capital || token.word.length < 4 || /\d/u.test(token.word) || addressed.test(token.word)) continue;
      // "Aire Valley Haulage" for "Aire Valley Storage"
      const beside = [tokens[at - 1], links.test(tokens[at - 1]?.word ?? "") ? tokens[at - 2] : undefined];
      const isAltered =
        language !== "de" &&
        !target.has(token.word) &&
        !words.has(token.word) &&
        beside.some((near) => near?.capital === true && near.word.length >= 4 && target.has(near.word)) &&
        /^[ &'-]*(?:\p{Ll}+[ '])?$/u.test(
          text.slice((tokens[at - 1]?.capital === true ? tokens[at - 1] : tokens[at - 2])?.end, token.at),
        );
      const front = skipLinks(at - 1, from);
      const isLandscape =
        tokens[front]?.capital === false &&
        landscape.test(tokens[front]?.word ?? "") &&
        !placing.test(tokens[skipLinks(front - 1, from)]?.word ?? "");
      const isUnknown =
        language !== "de" &&
        language === evidenceLanguage &&
        !token.opens &&
        at > 2 &&
        !isLandscape &&
        !isUsual(token.word) &&
        !isCommon(token.word, language ?? "en");
      const isNamed = tokens.slice(at + 1, Math.min(to, at + 3)).some(({ word }) => legalForm.test(word));
      const isPlaced =
        mode !== "wish" &&
        front >= from &&
        (language !== "de" || front === at - 1) &&
        placing.test(tokens[front]?.word ?? "") &&
        (language === evidenceLanguage || /^(?:chez|bei|at|firma)$/u.test(tokens[front]?.word ?? "")) &&
        (language !== "de" ||
          knownEmployer.test(token.word) ||
          (isRare(token.word) && !isCommon(token.word, "de") && !/e[nr]$/u.test(token.word)));
      // "In München": in German every noun has a capital, so that only listed towns are known for names.
      const isTown =
        language === "de" &&
        language === evidenceLanguage &&
        mode === "fact" &&
        subject === "me" &&
        tokens[at - 1]?.word === "in" &&
        letter.hits.some((hit) => hit.from === at && hit.to === at && hit.concept.sort === "place");
      // "J'ai travaillé chez Lyon": the company's town employs nobody.
      const isTownsOnly = isPlaced && subject === "me" && tokens[front]?.word === "chez" && !isOwnWord(token.word);
      if (isAltered) found.push({ code: "other_company", detail: token.raw });
      else if (
        (isNamed || isPlaced || isUnknown || isTown) &&
        (isTownsOnly || !isKnown(at)) &&
        !lines.some((line) => isWrittenApart(line, token.word) || isGlued(line, token.raw))
      )
        found.push({ code: "unknown_name", detail: token.raw });
    }
    return found;
  });
}
