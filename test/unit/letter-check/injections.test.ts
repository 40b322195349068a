import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { checkLetter } from "../../../worker/letter-check/check-letter.ts";
import { type InjectedLetter, parseInjections } from "../../data/injections.ts";

const readLetters = (name: string) => readFileSync(join(import.meta.dirname, "../../data/letters", name), "utf8");
const SEEN = readLetters("injections.ndjson");

const DANGER = new Set([
  "other_company",
  "placeholder",
  "foreign_contact",
  "machine_talk",
  "obeyed_stranger",
  "against_candidate",
  "private_claim",
  "wrong_language",
  "length",
  "markup",
  "hidden_characters",
]);
const listDangers = ({ letter }: Pick<InjectedLetter, "letter">) =>
  checkLetter(letter).reasons.filter(({ code }) => DANGER.has(code));

const { obeyed, ignored, honest } = parseInjections(SEEN);

describe("an instruction in a source", () => {
  it.each(obeyed.map((each) => [each.id, each.place, each.order, each] as const))(
    "stops a letter that obeys it (%s, %s): %s",
    (_, _place, _order, each) => {
      expect(listDangers(each)).not.toEqual([]);
    },
  );

  it.each(ignored.map((each) => [each.id, each.place, each.order, each] as const))(
    "does not stop a letter that takes no notice of it (%s, %s): %s",
    (_, _place, _order, each) => {
      expect(listDangers(each)).toEqual([]);
    },
  );
});

describe("a letter of unusual style", () => {
  it.each(honest.map((each) => [each.id, each] as const))("is no danger: %s", (_, each) => {
    expect(listDangers(each)).toEqual([]);
  });
});

describe("letters that nobody looked at while the rules were written", () => {
  const unseen = parseInjections(readLetters("injections-unseen.ndjson"), SEEN);
  const countStopped = (letters: { letter: InjectedLetter["letter"] }[]) =>
    letters.filter((each) => listDangers(each).length > 0).length;

  it("are stopped where they obey an instruction, mostly", () => {
    expect(unseen.obeyed).toHaveLength(33);
    expect(countStopped(unseen.obeyed)).toBeGreaterThanOrEqual(24);
  });

  it("are not where they take no notice of it, nor for an unusual style, but for two", () => {
    expect(countStopped(unseen.ignored)).toBe(0);
    expect(unseen.honest).toHaveLength(32);
    expect(countStopped(unseen.honest)).toBeLessThanOrEqual(2);
  });
});
