import { checkLetter } from "../../worker/letter-check/check-letter.ts";
import { type ClaimedLetter, listClaimedLetters } from "../data/claimed-letters.ts";
import { MUTATIONS } from "../data/letter-mutations.ts";
import { defineProof } from "../harness/cli.ts";
import { createRandomChoices } from "../harness/random.ts";

/** Share of the changed letters that should be told; what is reached below is held. */
const WANTED = 0.98;
const REACHED: Record<string, number> = { quote: 0.85, station: 0.92, figure: 0.97, verb: 0.96 };

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
