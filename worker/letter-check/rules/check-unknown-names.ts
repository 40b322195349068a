import { littleWords, parseCompanyName } from "../company-name.ts";
import listedBrands from "../data/brands.json" with { type: "json" };
import words from "../data/check-names.json" with { type: "json" };
import listedTowns from "../data/towns.json" with { type: "json" };
import type { BlockingCode, Finding } from "../findings.ts";
import type { CheckInput } from "../input.ts";
import { isClaimed, type ParsedLetter, quote } from "../parse-letter.ts";
import type { SourceFacts, CheckSources } from "../parse-sources.ts";
import { source, wholeWord } from "../patterns.ts";
import { isCognate, isSlip } from "../spelling.ts";
import { tokenize, normalizeText, type Token } from "../tokenize.ts";
import { isCommon } from "../word-lists.ts";

/** Brands and schools, needed in German, where all nouns are capitalised. Folded. */
const brands = new Set(listedBrands);
/** Towns, which count only in a name such as "Universität Aachen". Folded. */
const towns = new Set(listedTowns);
/** Acronyms that need no source. */
const acronyms = new Set(words.acronyms);
/** Words before a name in German, where a capital means nothing. */
const germanCue = wholeWord(words.germanCue);
/** Nouns before another noun that is no name: "im Fach Gesang", "ein Stück Brot". */
const measures = wholeWord(words.measures);
const germanPlace = /^(?:in|nach|aus|von|mit)$/u;

/** Finds names that are in no source. */
export function nameFindings(
  input: CheckInput,
  letter: ParsedLetter,
  { own, company, languages }: CheckSources,
): Finding<BlockingCode>[] {
  const found: Finding<BlockingCode>[] = [];
  const candidate = new Set(tokenize(normalizeText(input.candidate.name)).tokens.map(({ word }) => word));
  const lower = new Set(letter.tokens.filter(({ capital }) => !capital).map(({ word }) => word));
  const covered = new Set(
    letter.hits.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, step) => from + step)),
  );
  const isSame = languages.has(letter.language);
  for (let index = 0; index < letter.tokens.length; index += 1) {
    const token = letter.tokens[index];
    if (
      !token ||
      letter.named[index] === true ||
      candidate.has(token.word) ||
      (covered.has(index) && !isEmployer(letter, index))
    )
      continue;
    if (
      !isName(token, index, letter, lower) ||
      knows(own, token) ||
      knows(company, token) ||
      isShortFor(own, token) ||
      (!isSame && isGloss(letter, index, own))
    )
      continue;
    if (isAbbreviated(letter, index, own) || isAbbreviated(letter, index, company)) continue;
    // "chez Fleurs & Co, à Tours": the company's city, which its record may lack.
    if (/^(?:a|in|at|de|aus)$/u.test(letter.tokens[index - 1]?.word ?? "") && letter.named[index - 2] === true)
      continue;
    if (isGeography(letter, index) || (!isSame && isUnclaimedAcronym(letter, index))) continue;
    const isAcronym = /^\p{Lu}{2,6}$/u.test(token.raw);
    if ((letter.language !== "de" || isAcronym) && !isPlaced(letter, index) && !(isAcronym && isClaimed(letter, index)))
      continue;
    if (acronyms.has(token.word) || /^(?:\d+|[a-z]|[abc][12]\+?)$/u.test(token.word)) continue;
    found.push({ code: "unknown_name", detail: quote(letter, index, index) });
  }
  return [
    ...found,
    ...(isSame ? [...institutions(letter, own, company), ...germanHouses(letter, own, company)] : []),
    ...borrowed(letter, own, company, covered),
  ];
}

/** "worked for Carpenter Oak": two capitalised words after a verb of work. */
function isEmployer(letter: ParsedLetter, index: number): boolean {
  const [before, token, next] = [letter.tokens[index - 1], letter.tokens[index], letter.tokens[index + 1]];
  return (
    letter.language === "en" &&
    token !== undefined &&
    token.capital &&
    !token.opens &&
    /^(?:for|at)$/u.test(before?.word ?? "") &&
    next?.capital === true &&
    hasWorked(letter, index)
  );
}

const pronounOrTitle = wholeWord(words.pronounOrTitle);
/** Whether a word has the spelling of a name, acronym or brand. */
function isName(token: Token, index: number, letter: ParsedLetter, lower: Set<string>): boolean {
  const { language, tokens, text } = letter;
  const odd =
    /\p{L}.*\p{Lu}|\p{L}\d|\d\p{L}{2,}|[+#]$/u.test(token.raw) &&
    !/^\d+(?:er|ère|ème|nd|rd|th|st|h|km|kg|m|ans|fach)$/iu.test(token.raw) &&
    !/^(?:[kMGmT]?(?:W[hpc]?|Wh|VA?|Ah|Hz|B)|dB|kWc?r?)$/u.test(token.raw);
  if (odd) return !(isCommon(token.word, language) || (token.raw === token.raw.toUpperCase() && lower.has(token.word)));
  // "chez Maisons du Monde": common words where an employer is expected.
  if (token.capital && tokens[index - 1]?.word === "chez" && !pronounOrTitle.test(token.word)) return true;
  if (isEmployer(letter, index)) return true;
  if (!token.capital || (isCommon(token.word, language) && !brands.has(token.word))) return false;
  if (brands.has(token.word)) return !token.opens || language === "de";
  if (towns.has(token.word) && language === "de") return house.test(tokens[index - 1]?.word ?? "") && !token.opens;
  const next = tokens[index + 1];
  const follows = next?.capital === true && text.slice(token.end, next.at) === " " && next.sentence === token.sentence;
  // "Brenvil & Co is where": first in a sentence, but a company.
  if (token.opens && !lower.has(token.word) && next?.capital === true && text.slice(token.end, next.at) === " & ")
    return true;
  if (token.opens)
    return (
      language !== "de" &&
      follows &&
      index >= letter.subjectEnd &&
      !isCommon(next.word, language) &&
      token.raw.length > 2 &&
      isAlone(letter, index)
    );
  if (lower.has(token.word)) return false;
  if (language !== "de") return index >= letter.subjectEnd || !isTitleCase(letter);
  return isGermanName(letter, index);
}

/** Words before employers, schools and brands. */
const touching = /^(?:with|for|by|via|from|avec|pour|par|sous|au|aux|l|team|equipe)$/u;
const placing = wholeWord(words.placing);
const between = wholeWord(words.between);

/**
 * Whether a capitalised word is where an organisation or a brand is expected: after "at" or "chez", or next to other
 * capitals. A single one elsewhere may be a place, a nationality, a title.
 */
function isPlaced({ tokens, text, named }: ParsedLetter, index: number): boolean {
  const token = tokens[index];
  if (!token || index < 1) return false;
  if (brands.has(token.word) || /\p{Ll}.*\p{Lu}|\p{Lu}{2}.*\p{Ll}|\p{L}\d|\d\p{L}/u.test(token.raw)) return true;
  const isBeside = (a: number, b: number) =>
    tokens[a]?.capital === true &&
    tokens[b]?.capital === true &&
    tokens[a]?.sentence === tokens[b]?.sentence &&
    /^(?: |-| & |')$/u.test(text.slice(tokens[a]?.end, tokens[b]?.at));
  if ((isBeside(index - 1, index) && tokens[index - 1]?.opens === false) || isBeside(index, index + 1)) return true;
  for (let at = index - 1; at >= 0 && index - at <= 4 && tokens[at]?.sentence === token.sentence; at -= 1) {
    if (/[.,;:(]/u.test(text.slice(tokens[at]?.end, tokens[at + 1]?.at))) return false;
    if (
      named[at] === true ||
      placing.test(tokens[at]?.word ?? "") ||
      (at === index - 1 && touching.test(tokens[at]?.word ?? ""))
    )
      return true;
    if (!between.test(tokens[at]?.word ?? "") && tokens[at]?.capital !== true) return false;
  }
  return false;
}

const geography = wholeWord(words.geography);

/** "l'étang de Berre": a geographic name claims nothing. */
const isGeography = ({ tokens }: ParsedLetter, index: number) =>
  tokens
    .slice(Math.max(0, index - 3), index)
    .some(({ word, sentence }) => sentence === tokens[index]?.sentence && geography.test(word));

/** Across languages an acronym changes: "BPCO" is "COPD". After "certified" or "at" it is a claim all the same. */
const isUnclaimedAcronym = ({ tokens }: ParsedLetter, index: number) =>
  /^\p{Lu}{2,5}$/u.test(tokens[index]?.raw ?? "") &&
  !tokens
    .slice(Math.max(0, index - 2), index)
    .some(({ word }) => /^(?:certif|zertif|diplom|licen|habilit|titulaire|chez|at|bei|beim|hold|held|a$)/u.test(word));

/** A line of a few capitalised words only: a signature, a heading. */
function isAlone({ tokens }: ParsedLetter, index: number): boolean {
  const sentence = tokens[index]?.sentence;
  const line = tokens.filter((token) => token.sentence === sentence);
  return line.length <= 4 && line.every(({ capital }) => capital);
}

/** "Application For The Post Of Baker": title case. */
function isTitleCase({ tokens, subjectEnd }: ParsedLetter): boolean {
  const words = tokens.slice(0, subjectEnd).filter(({ raw }) => raw.length > 3);
  return words.length > 2 && words.filter(({ capital }) => capital).length >= words.length * 0.8;
}

/** Words before a company, school or brand in German. */
const house = new RegExp(
  source`(?:firma|unternehmen|konzern|betrieb|erei|klinik|klinikum|klinikums|krankenhaus
  |haus|hauses|hof|werke?n?|schule|akademie|universitat|hochschule|verlag|kanzlei|praxis|agentur|gruppe|bank
  |kasse|museum|theater|hotel|restaurant|cafe|werft|apotheke|kita|heim|zentrum|zentrums|stiftung|verein|verband
  |atelier|studio|salon|bau|technik|logistik|software|programm|system|institut|dienst|gymnasium|spital|post
  |gesellschaft|spedition|handel|markt|filiale|kindergarten|labor)$`,
  "u",
);

/** Whether the words before a German noun make it a name. */
function isGermanName({ tokens, text, subjectEnd, sentences }: ParsedLetter, index: number): boolean {
  const [token, before] = [tokens[index], tokens[index - 1]];
  if (!token || !before || before.sentence !== token.sentence) return false;
  if (
    tokens
      .slice(index + 1, index + 4)
      .some((each) => /^(?:GmbH|AG|KG|OHG|UG|SE)$/u.test(each.raw) && each.sentence === token.sentence)
  )
    return true;
  const touching = text.slice(before.end, token.at) === " ";
  if (!touching) return false;
  if (germanCue.test(before.word) && !(token.word.endsWith("en") && /^beim?$/u.test(before.word))) return true;
  // "bei der Meyer Werft"
  if (
    /^(?:der|dem|einem|einer)$/u.test(before.word) &&
    /^bei$/u.test(tokens[index - 2]?.word ?? "") &&
    tokens[index + 1]?.capital === true
  )
    return true;
  // "Bäckerei Kamps", "Klinikum Stuttgart": a noun right after a noun.
  if (
    before.capital &&
    house.test(before.word) &&
    !measures.test(before.word) &&
    index >= subjectEnd &&
    !sentences.includes(index - 1)
  )
    return true;
  // A spelling that German nouns do not have.
  return (
    germanPlace.test(before.word) &&
    /(?:[aioy]|[cqxwj]|sk|ow|off|ova|ic)$|^[xycq]|[aeiou]{3}(?<!a[ue]e|eue|aui|eui|iei|ieu|ieo)|^c[^h]/u.test(
      token.word,
    ) &&
    token.word.length >= 4
  );
}

/** "Université libre de Bruxelles" for "ULB": the initials of words around it match an acronym of the sources. */
function expands(tokens: Token[], index: number, capitals: Set<string>): boolean {
  for (
    let from = index;
    from >= 0 && index - from <= 6 && tokens[from]?.sentence === tokens[index]?.sentence;
    from -= 1
  ) {
    let letters = "";
    for (
      let at = from;
      at < tokens.length && letters.length < 6 && tokens[at]?.sentence === tokens[index]?.sentence;
      at += 1
    ) {
      const { word = "" } = tokens[at] ?? {};
      if (!littleWords.has(word)) letters += word[0] ?? "";
      if (at >= index && letters.length >= 3 && capitals.has(letters)) return true;
    }
  }
  return false;
}

/** Whether a source has the words of an acronym, or the acronym of words. */
function isAbbreviated(
  { tokens, text }: ParsedLetter,
  index: number,
  { initials, words, capitals }: SourceFacts,
): boolean {
  const token = tokens[index];
  if (!token) return false;
  if (/^\p{Lu}{2,6}$/u.test(token.raw)) return initials.includes(token.word);
  if (expands(tokens, index, capitals)) return true;
  let run = "";
  for (
    let at = index;
    at < tokens.length &&
    tokens[at]?.capital === true &&
    (at === index || /^[ -]$/u.test(text.slice(tokens[at - 1]?.end, tokens[at]?.at)));
    at += 1
  )
    run += tokens[at]?.word[0] ?? "";
  let before = "";
  for (
    let at = index - 1;
    at >= 0 && tokens[at]?.capital === true && /^[ -]$/u.test(text.slice(tokens[at]?.end, tokens[at + 1]?.at));
    at -= 1
  )
    before = (tokens[at]?.word[0] ?? "") + before;
  const full = before + run;
  return (
    full.length >= 2 &&
    [...capitals].some((word) => word.length >= 2 && word.length <= 5 && words.has(word) && word === full)
  );
}

/** A translated name shares some words: "Helmholtz Centre for Environmental Research". */
function isGloss({ tokens, text }: ParsedLetter, index: number, own: SourceFacts): boolean {
  const isLinked = (a: number, b: number) => /^(?: |-|, | \(|\) )$/u.test(text.slice(tokens[a]?.end, tokens[b]?.at));
  const inRun = (step: 1 | -1): Token[] => {
    const run: Token[] = [];
    for (let at = index + step; run.length < 5; at += step) {
      const token = tokens[at];
      if (
        !token ||
        !isLinked(Math.min(at, at - step), Math.max(at, at - step)) ||
        !(token.capital || /^(?:of|for|de|des|du|der|the|and|und|et|fur)$/u.test(token.word))
      )
        break;
      run.push(token);
    }
    return run;
  };
  if (workedAt.test(tokens[index - 1]?.word ?? "")) return false;
  return [...inRun(1), ...inRun(-1)].some(
    ({ word, capital }) =>
      capital &&
      word.length >= 3 &&
      own.words.has(word) &&
      parseCompanyName(word).telling.length > 0 &&
      own.capitals.has(word),
  );
}

/** "Cardiff Met" for "Metropolitan". */
const isShortFor = ({ capitals }: SourceFacts, { word, capital }: Token) =>
  capital &&
  word.length >= 3 &&
  word.length <= 5 &&
  [...capitals].some((own) => own.length >= word.length + 3 && own.startsWith(word));

/** Whether the sources have a word: as it is, in plural or genitive, or joined with its neighbours. */
function knows({ words, compact }: SourceFacts, { word }: Token): boolean {
  if (
    words.has(word) ||
    (word.length >= 4 && word.endsWith("s") && words.has(word.slice(0, -1))) ||
    words.has(`${word}s`) ||
    words.has(`${word}er`)
  )
    return true;
  // "Offenbourg" is Offenburg.
  if (
    /b(?:ou|u)rg$/u.test(word) &&
    (words.has(word.replace(/bourg$/u, "burg")) || words.has(word.replace(/burg$/u, "bourg")))
  )
    return true;
  const bare = word.replace(/(?<=[aou])e/gu, "");
  if (bare !== word && (words.has(bare) || compact.includes(bare))) return true;
  if (
    word.length >= 5 &&
    /(?:er|en|es|e)$/u.test(word) &&
    ["er", "en", "es", "e"].some(
      (ending) => word.endsWith(ending) && word.length - ending.length >= 4 && words.has(word.slice(0, -ending.length)),
    )
  )
    return true;
  if (word.length >= 6 && [...words].some((own) => isSlip(word, own) || isCognate(word, own))) return true;
  // "des Universitären Herzzentrums": an inflected adjective of the name.
  return word.length >= 5 && (compact.includes(word) || (word.length >= 8 && compact.includes(word.slice(0, -2))));
}

/** Organisations whose names are common words. */
const houses = wholeWord(words.houses);

/** "Royal Academy of Music": common words, but a name that is in no source. */
function institutions(
  { tokens, text, subjectEnd, named }: ParsedLetter,
  own: SourceFacts,
  company: SourceFacts,
): Finding<BlockingCode>[] {
  const found: Finding<BlockingCode>[] = [];
  for (let at = subjectEnd; at < tokens.length; at += 1) {
    const run: Token[] = [];
    while (
      at < tokens.length &&
      (tokens[at]?.capital === true ||
        (run.length > 0 && /^(?:of|for|de|des|du|the|and|et|la|le|les|l|d|aux?)$/u.test(tokens[at]?.word ?? ""))) &&
      (run.length === 0 || /^[ '-]$/u.test(text.slice(tokens[at - 1]?.end, tokens[at]?.at)))
    ) {
      const token = tokens[at];
      if (token) run.push(token);
      at += 1;
    }
    const capitals = run.filter(({ capital, opens, raw }) => capital && !opens && raw.length > 2);
    // "Dear Practice Manager"
    if (/^(?:dear|hello|hi|hallo|bonjour)$/u.test(run[0]?.word ?? "")) continue;
    if (capitals.length < 2 || !capitals.some(({ word }) => houses.test(word)) || named[at - 1] === true) continue;
    const strange = capitals.find((token) => !houses.test(token.word) && !knows(own, token) && !knows(company, token));
    const first = strange ? tokens.indexOf(strange) : -1;
    if (strange && !expands(tokens, first, own.capitals) && !expands(tokens, first, company.capitals))
      found.push({ code: "unknown_name", detail: capitals.map(({ raw }) => raw).join(" ") });
  }
  return found;
}

/** "Universitätsklinikum Münster": a German organisation is one word, followed by its town. */
const germanHouse = new RegExp(
  source`^\p{L}{3,}(?:klinik|kliniken|klinikums?|krankenhaus(?:es)?|spitals?
  |universitat|hochschule|akademie|gymnasiums?|gesamtschule|realschule|berufsschule|berufskolleg|sparkasse
  |volksbank|stadtwerken?|autohaus(?:es)?|verlags?|museums?|theaters?|stiftung|brauerei|backerei|konditorei
  |kanzlei|praxis)$`,
  "u",
);

function germanHouses(
  { tokens, text, subjectEnd, named, language }: ParsedLetter,
  own: SourceFacts,
  company: SourceFacts,
): Finding<BlockingCode>[] {
  if (language !== "de") return [];
  return tokens.flatMap((token, index): Finding<BlockingCode>[] => {
    const next = tokens[index + 1];
    if (
      index < subjectEnd ||
      named[index] === true ||
      !germanHouse.test(token.word) ||
      !next?.capital ||
      next.sentence !== token.sentence ||
      text.slice(token.end, next.at) !== " "
    )
      return [];
    const stem = token.word.replace(/(?:es|s|n)$/u, "");
    return [own, company].some(({ compact }) => compact.includes(stem))
      ? []
      : [{ code: "unknown_name", detail: `${token.raw} ${next.raw}` }];
  });
}

const workedAt = /^(?:chez|pour|at|for|with|bei|fur|beim)$/u;

/** Finds names of the company's text claimed as employers: "j'ai travaillé chez" one of its clients. */
function borrowed(
  letter: ParsedLetter,
  own: SourceFacts,
  company: SourceFacts,
  covered: Set<number>,
): Finding<BlockingCode>[] {
  const found: Finding<BlockingCode>[] = [];
  letter.tokens.forEach((token, index) => {
    const before = letter.tokens[index - 1];
    const article = /^(?:the|la|le|les|der|dem|l)$/u.test(before?.word ?? "") ? letter.tokens[index - 2] : before;
    if (
      !token.capital ||
      token.opens ||
      !before ||
      !article ||
      !workedAt.test(article.word) ||
      before.sentence !== token.sentence ||
      covered.has(index) ||
      knows(own, token)
    )
      return;
    if (!knows(company, token) || isCommon(token.word, letter.language) || !hasWorked(letter, index)) return;
    found.push({ code: "unknown_name", detail: quote(letter, index - 1, index) });
  });
  return found;
}

const workVerb = wholeWord(words.workVerb);
function hasWorked(letter: ParsedLetter, index: number): boolean {
  const verb = letter.tokens
    .slice(Math.max(0, index - 8), index)
    .filter(({ sentence }) => sentence === letter.tokens[index]?.sentence);
  const worked = verb.some(({ word }) => workVerb.test(word));
  return (
    (worked && isClaimed(letter, index - 1)) ||
    verb.some(({ word }) => /^(?:auparavant|precedemment|previously|formerly|zuvor|davor|vorher|fruher)$/u.test(word))
  );
}
