import { checkLetter } from "../../worker/letter-check/check-letter.ts";
import { readEvidence } from "../../worker/letter-check/evidence.ts";
import { isRare } from "../../worker/letter-check/sentences.ts";
import { readTimeline } from "../../worker/letter-check/timeline.ts";
import { foldText } from "../../worker/letter-check/tokenize.ts";
import { type ClaimedLetter, listClaimedLetters, readStems } from "../data/claimed-letters.ts";
import raisedVerbs from "../data/letters/raised-verbs.json" with { type: "json" };
import { defineProof } from "../harness/cli.ts";
import { createRandomChoices, type RandomChoices } from "../harness/random.ts";

/** Share of the changed letters that should be told; what is reached below is held. */
const WANTED = 0.98;
const REACHED: Record<string, number> = { quote: 0.88, station: 0.87, figure: 0.95, verb: 0.9 };

type Mutate = (letter: ClaimedLetter, choices: RandomChoices) => { letter: ClaimedLetter; sentence: string } | null;

/** The same letter with other words for one sentence, and the claims that it had. */
function rewrite(letter: ClaimedLetter, sentence: string, changed: string) {
  if (changed === sentence || !letter.text.includes(sentence)) return null;
  const claims = letter.claims.map((each) => (each.sentence === sentence ? { ...each, sentence: changed } : each));
  return { letter: { ...letter, text: letter.text.replace(sentence, () => changed), claims }, sentence: changed };
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

const MUTATIONS: Record<string, Mutate> = {
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
    return { letter: { ...letter, claims }, sentence: claim.sentence };
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

/** Whether the check refuses the letter, or marks the sentence. */
function isTold({ letter, sentence }: { letter: ClaimedLetter; sentence: string }): boolean {
  const { ok, sentences } = checkLetter(letter);
  return (
    !ok ||
    sentences.some(
      ({ text, status }) =>
        (status === "unsupported" || status === "contradicted") && (sentence.includes(text) || text.includes(sentence)),
    )
  );
}

/**
 * Honest letters, each sentence with the lines that say it, of which one quote, employer, figure or verb is changed:
 * how many of them the check tells. A letter that is refused unchanged is left out.
 */
export const command = defineProof({
  options: { letters: { about: "changed letters", usual: 1_000, short: 120 } },
  prove: async ({ options, seed, print }) => {
    const choices = createRandomChoices(seed);
    const letters = listClaimedLetters().filter((letter) => checkLetter(letter).ok);
    const kinds = Object.entries(MUTATIONS);
    const figures = new Map(kinds.map(([kind]) => [kind, { told: 0, all: 0 }]));
    for (let made = 0, tries = 0; made < options.letters && tries < options.letters * 50; tries += 1) {
      const [kind, mutate] = kinds[made % kinds.length] ?? kinds[0] ?? [];
      const letter = choices.pick(letters);
      const changed = letter && mutate?.(letter, choices);
      const figure = kind === undefined ? undefined : figures.get(kind);
      if (!changed || !figure) continue;
      made += 1;
      figure.all += 1;
      if (isTold(changed)) figure.told += 1;
      else print(`not told (${kind}): ${letter.id}: ${changed.sentence.replace(/\s+/gu, " ")}`);
    }
    const failures: string[] = [];
    for (const [kind, { told, all }] of figures) {
      const result = `${kind}: ${told} of ${all} told (${(told / all).toFixed(3)})`;
      print(result);
      if (!(told / all >= (REACHED[kind] ?? 1))) failures.push(result);
    }
    const counts = [...figures.values()];
    const [told, all] = [
      counts.reduce((sum, each) => sum + each.told, 0),
      counts.reduce((sum, each) => sum + each.all, 0),
    ];
    print(`${told} of ${all} changed letters told (${(told / all).toFixed(3)}), wanted ${WANTED}`);
    if (all < options.letters) failures.push(`only ${all} letters could be changed`);
    return { failures };
  },
});
