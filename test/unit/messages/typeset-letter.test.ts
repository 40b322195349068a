import { describe, expect, it } from "vitest";
import { checkLetter } from "../../../worker/letter-check/check-letter.ts";
import { typesetLetter } from "../../../worker/messages/typeset-letter.ts";
import { honestLetters } from "../../data/letters.ts";

describe("a French letter", () => {
  it("has narrow unbreakable spaces in guillemets and before high punctuation", () => {
    expect(typesetLetter("On lit : « Depuis 1983 » ; et vous ? Merci !", "fr")).toBe(
      "On lit\u202f: «\u202fDepuis 1983\u202f»\u202f; et vous\u202f? Merci\u202f!",
    );
    expect(typesetLetter("« Depuis\n1983 »\n\nÀ 10:30", "fr")).toBe("«\u202fDepuis\n1983\u202f»\n\nÀ 10:30");
  });

  it("is checked as before", () => {
    const { french } = honestLetters;
    const quoted = { ...french, text: `${french.text}\nMon parcours : « vente » ; merci !` };
    const typeset = { ...quoted, text: typesetLetter(quoted.text, "fr") };
    expect(typeset.text).not.toBe(quoted.text);
    const judge = (letter: typeof french) => {
      const { ok, reasons, sentences } = checkLetter(letter);
      return { ok, codes: reasons.map(({ code }) => code), statuses: sentences.map(({ status }) => status) };
    };
    expect(judge(typeset)).toEqual(judge(quoted));
  });
});

it("leaves letters in other languages alone", () => {
  expect(typesetLetter("Why not : “so” ?", "en")).toBe("Why not : “so” ?");
  expect(typesetLetter("Warum ?", "de")).toBe("Warum ?");
});
