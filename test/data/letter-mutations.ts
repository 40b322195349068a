import { checkLetter } from "../../worker/letter-check/check-letter.ts";
import { readEvidence } from "../../worker/letter-check/evidence.ts";
import { isRare } from "../../worker/letter-check/sentences.ts";
import { readTimeline } from "../../worker/letter-check/timeline.ts";
import { foldText } from "../../worker/letter-check/tokenize.ts";
import type { RandomChoices } from "../harness/random.ts";
import { type ClaimedLetter, readStems } from "./claimed-letters.ts";
import raisedVerbs from "./letters/raised-verbs.json" with { type: "json" };

interface MutatedLetter {
  letter: ClaimedLetter;
  sentence: string;
  /** The sentence before. */
  was: string;
}

type Mutate = (letter: ClaimedLetter, choices: RandomChoices) => MutatedLetter | null;

/** The same letter with other words for one sentence, and the claims that it had. */
function rewrite(letter: ClaimedLetter, sentence: string, changed: string) {
  if (changed === sentence || !letter.text.includes(sentence)) return null;
  const claims = letter.claims.map((each) => (each.sentence === sentence ? { ...each, sentence: changed } : each));
  return {
    letter: { ...letter, text: letter.text.replace(sentence, () => changed), claims },
    sentence: changed,
    was: sentence,
  };
}

const overlaps = (a: Set<string>, b: Set<string>) => [...a].some((stem) => b.has(stem));
const isFromCv = ({ claims }: ClaimedLetter["claims"][number]) => claims.some(({ source }) => source === "cv");

/** Words of a sentence that tells something. */
const MIN_STEMS = 5;
/** The sentences that state something which no source says word for word: a wish or a signature needs no quote. */
function listTelling(letter: ClaimedLetter): ClaimedLetter["claims"] {
  const { cv, template, company, claims } = letter;
  const stated = checkLetter(letter).sentences.filter(({ status }) => status === "supported");
  return claims.filter(
    ({ sentence }) =>
      readStems(sentence).size >= MIN_STEMS &&
      stated.some(({ text }) => sentence.includes(text) || text.includes(sentence)) &&
      ![cv, template, company.about].some((text) => text.includes(sentence.replace(/[.;,!]$/u, ""))),
  );
}

/** The jobs of a CV that quotes tell of, by their place in it. */
function listStations(quotes: readonly string[], letter: ClaimedLetter): Set<number> {
  const lines = readEvidence(letter).lines.filter(({ station }) => station > 0);
  return new Set(
    quotes.flatMap((quote) =>
      lines.filter((line) => quote.includes(line.quote) || line.quote.includes(quote)).map(({ station }) => station),
    ),
  );
}

/** Each changes one thing of an honest letter with claims, so that a sentence is no longer true by what it quotes. */
export const MUTATIONS: Record<string, Mutate> = {
  /** The sentence quotes a line of the CV that says nothing of it, nor of the jobs that it tells of. */
  quote(letter, choices) {
    const claim = choices.pick(listTelling(letter).filter(isFromCv));
    if (!claim) return null;
    const stems = readStems(claim.sentence);
    const stations = listStations(
      claim.claims.map(({ quote }) => quote),
      letter,
    );
    const other = choices.pick(
      letter.quotables.filter((each) => each.source === "cv" && each.stems.size > 2 && !overlaps(each.stems, stems)),
    );
    if (!other) return null;
    const { source, quote } = other;
    if (!listStations([quote], letter).isDisjointFrom(stations)) return null;
    const claims = letter.claims.map((each) => (each === claim ? { ...each, claims: [{ source, quote }] } : each));
    return { letter: { ...letter, claims }, sentence: claim.sentence, was: claim.sentence };
  },
  /** What was done at one employer is told of another. */
  station(letter, choices) {
    const { jobs } = readTimeline(letter.cv);
    const work = jobs.filter(({ school, names }) => !school && names.size > 0);
    const places = letter.claims.filter(isFromCv).flatMap(({ sentence, claims }) => {
      const words = (sentence.match(/\p{Lu}[\p{L}-]{3,}/gu) ?? []).filter(
        (word) => isRare(foldText(word)) && claims.some(({ quote }) => quote.includes(word)),
      );
      return work.flatMap((job) =>
        words.filter((word) => job.names.has(foldText(word))).map((word) => ({ sentence, job, word })),
      );
    });
    const place = choices.pick(places);
    const other = choices.pick(
      work.filter((job) => job !== place?.job && place !== undefined && !overlaps(job.names, place.job.names)),
    );
    const name = other?.header
      .match(/\p{Lu}[\p{L}-]{3,}/gu)
      ?.find((word) => other.names.has(foldText(word)) && isRare(foldText(word)));
    // A sentence that names both employers would stay true of one.
    if (!place || !other || !name || [...other.names].some((each) => foldText(place.sentence).includes(each)))
      return null;
    return rewrite(letter, place.sentence, place.sentence.replace(place.word, name));
  },
  /** A figure of the CV is another one. */
  figure(letter, choices) {
    const figures = letter.claims.filter(isFromCv).flatMap(({ sentence, claims }) =>
      [...sentence.matchAll(/\d[\d\u00a0\u202f.,]*/gu)]
        .map(([figure]) => figure.replace(/[.,]$/u, ""))
        .filter((figure) => /^\d{2,}$/u.test(figure) && claims.some(({ quote }) => quote.includes(figure)))
        .map((figure) => ({ sentence, figure })),
    );
    const one = choices.pick(figures);
    // No tolerance of "about" covers it.
    const changed = one && String(Math.ceil(Number(one.figure) * (one.figure.length === 4 ? 1 : 1.4)) + 3);
    const isHeld = changed !== undefined && [letter.cv, letter.template].some((text) => text.includes(changed));
    return one && changed && !isHeld ? rewrite(letter, one.sentence, one.sentence.replace(one.figure, changed)) : null;
  },
  /** Who helped or took part now leads. */
  verb(letter, choices) {
    const verbs: [string, string][] = Object.entries(raisedVerbs[letter.language]);
    // What the company does is not the writer's to raise.
    const isOwn = ({ sentence }: (typeof letter.claims)[number]) => !sentence.includes(letter.company.name);
    const weak = letter.claims
      .filter((each) => isFromCv(each) && isOwn(each))
      .flatMap(({ sentence }) =>
        verbs
          // "participe au", not "participe aux".
          .map(([verb, raised]) => ({ raised, found: new RegExp(`${verb}(?!\\p{L})`, "u") }))
          .filter(({ found }) => found.test(sentence))
          .map(({ raised, found }) => ({ sentence, changed: sentence.replace(found, raised) })),
      );
    const one = choices.pick(weak);
    return one ? rewrite(letter, one.sentence, one.changed) : null;
  },
};
