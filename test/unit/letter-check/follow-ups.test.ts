import { describe, expect, it } from "vitest";
import { checkLetter } from "../../../worker/letter-check/check-letter.ts";
import type { CheckInput } from "../../../worker/letter-check/input.ts";
import { FOLLOW_UPS, toFollowUp, writeFollowUp as write } from "../../data/follow-ups.ts";

type Language = (typeof FOLLOW_UPS)[number]["language"];

const check = (text: string, language: Language, more?: Partial<CheckInput>) =>
  checkLetter(toFollowUp(text, language, more));
const isDoubtful = ({ status }: { status: string }) => status === "unsupported" || status === "contradicted";
/** The statuses of what a text says besides, of one sentence or more. */
const doubts = (sentence: string, language: Language, more?: Partial<CheckInput>) =>
  check(write(sentence, language), language, more).sentences.filter(isDoubtful);

describe.each(FOLLOW_UPS)("a follow-up ($language)", ({ language, honest, dishonest }) => {
  it.each(honest)("may say: %s", (sentence) => {
    expect(check(write(sentence, language), language).reasons).toEqual([]);
    expect(doubts(sentence, language)).toEqual([]);
  });

  it.each(dishonest)("may not say unasked: %s", (sentence) => {
    expect(doubts(sentence, language)).not.toEqual([]);
  });
});

describe("a follow-up", () => {
  const wish = "Je vous ai écrit le 10 novembre et reste très intéressée par un poste dans votre équipe.";

  it("may be as short as a note, and need not tell again who writes", () => {
    const text = write(wish, "fr");
    expect(check(text, "fr").reasons).toEqual([]);
    const application = { followUp: undefined } as const;
    expect(check(text, "fr", application).reasons.map(({ code }) => code)).toEqual(
      expect.arrayContaining(["length", "nothing_of_candidate"]),
    );
  });

  it.each([
    ["no more than a greeting", "Bonjour,\n\nCordialement,\n\nAna Martin"],
    ["a letter again", write(Array.from({ length: 9 }, () => wish).join(" "), "fr")],
  ])("is not %s", (_, text) => {
    expect(check(text, "fr").reasons.map(({ code }) => code)).toContain("length");
  });

  it("shows what was sent, and when, as the source of what it says of it", () => {
    const [sentence] = check(
      write("Je vous ai adressé ma candidature le 10 novembre 2026.", "fr"),
      "fr",
    ).sentences.filter(({ text }) => text.includes("10 novembre"));
    expect(sentence).toMatchObject({
      status: "supported",
      sources: [{ kind: "sent", quote: "J’ai envoyé ma candidature à Atelier Vasseur le 10 novembre 2026." }],
    });
  });

  it("may name the day of the follow-up before it, and every day that the candidate's texts name", () => {
    const sentence = "Je vous ai relancée le 20 novembre.";
    const asked = { followUp: { sentOn: ["2026-11-10", "2026-11-20"] } };
    expect(doubts(sentence, "fr")).toMatchObject([{ status: "contradicted", sources: [] }]);
    expect(doubts(sentence, "fr", asked)).toEqual([]);
    expect(doubts("Je serai disponible à partir du 1er mars.", "fr")).toMatchObject([{ status: "contradicted" }]);
    expect(
      doubts("Je serai disponible à partir du 1er mars.", "fr", { confirmed: ["Je suis disponible dès le 1er mars."] }),
    ).toEqual([]);
  });

  it("may tell of a talk that the candidate has confirmed", () => {
    const talk = "Suite à notre conversation téléphonique, je reviens vers vous.";
    expect(doubts(talk, "fr")).toMatchObject([{ status: "unsupported" }]);
    expect(doubts(talk, "fr", { confirmed: [talk] })).toEqual([]);
  });
});
