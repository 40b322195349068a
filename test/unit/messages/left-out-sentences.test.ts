import { describe, expect, it } from "vitest";
import { removeLeftOut } from "../../../worker/messages/left-out-sentences";

const removeFrom = (text: string, leftOut: string[]) =>
  removeLeftOut(
    {
      subject: "S",
      paragraphs: [
        [
          { text, claims: [] },
          { text: "Merci de votre lecture.", claims: [] },
        ],
      ],
    },
    leftOut,
  );

describe("a sentence that is to be left out", () => {
  const LEFT_OUT = "Mes parents achètent leur pain chez vous depuis des années.";
  it.each([
    ["word for word", LEFT_OUT],
    ["in other capitals and without accents", "mes parents achetent leur pain chez vous depuis des annees"],
    ["in another order", "Depuis des années, mes parents achètent leur pain chez vous."],
    ["with other endings", "Mes parents ont acheté leur pain chez vous des années durant."],
    ["inside a longer one", `${LEFT_OUT.slice(0, -1)}, et j’aime beaucoup vos tartes aux pommes et vos brioches.`],
  ])("is removed %s", (_, text) => {
    const { answer, removed } = removeFrom(text, [LEFT_OUT]);
    expect(removed).toEqual([text]);
    expect(answer.paragraphs[0]?.map((sentence) => sentence.text)).toEqual(["Merci de votre lecture."]);
  });

  it.each([
    ["another that shares a few words", "J’aime le pain au levain, et vos horaires me conviennent."],
    ["a greeting", "Madame, Monsieur,"],
  ])("does not take along %s", (_, text) => expect(removeFrom(text, [LEFT_OUT]).removed).toEqual([]));

  it("that is blank removes nothing, and none removes nothing", () => {
    expect(removeFrom("Bonjour.", ["", "  ", "…"]).removed).toEqual([]);
    expect(removeFrom("Bonjour.", []).removed).toEqual([]);
  });
});
