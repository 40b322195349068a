import { describe, expect, it } from "vitest";
import { checkLetter } from "../../../worker/letter-check/check-letter.ts";
import { type InjectedLetter, listInjections } from "../../data/injections.ts";

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

const { obeyed, ignored, honest } = listInjections();

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
