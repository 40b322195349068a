import { describe, expect, it } from "vitest";
import type { CheckedMessage } from "../../../worker/messages/check-message";
import type { CheckedAnswer } from "../../../worker/messages/generate/generate-with-retry";
import { readAgain } from "../../../worker/messages/second-reading";
import { ExternalServiceError, type Llm, type Prompt } from "../../../worker/platform/ports";

const LETTER: CheckedMessage = {
  subject: "Candidature",
  body: "Je tiens la caisse. Je dirige l’équipe.",
  claims: [{ sentence: "Je tiens la caisse.", claims: [{ source: "cv", quote: "caisse" }] }],
  warnings: [],
  sentences: ["Je tiens la caisse.", "Je dirige l’équipe."],
};
const INPUT = {
  language: "fr",
  candidate: { name: "Ana Martin" },
  company: { name: "Lune", website: "", city: "Lyon", sector: "", facts: [] },
  template: "Je cherche un poste.",
  cv: "Caisse",
  confirmed: [],
} as const;

/** Reads a letter with a model that answers so, or fails. */
async function read(
  answer: unknown,
  checked: CheckedAnswer<CheckedMessage> | null = { accepted: LETTER },
  signal = new AbortController().signal,
) {
  const asked: Prompt<unknown>[] = [];
  const reader: Llm = {
    generate: async (prompt) => {
      asked.push(prompt);
      if (answer instanceof Error) throw answer;
      return prompt.answer.parse(answer);
    },
  };
  return { result: await readAgain(checked, { reader, input: INPUT, signal }), asked };
}

describe("a second reading", () => {
  it("doubts the sentences of the numbers that it is told, beside the doubts there are", async () => {
    const doubts = { unsupported: ["Une autre."], repeated: ["Encore."] };
    const { result } = await read({ doubts: [2] }, { accepted: LETTER, doubts });
    expect(result).toMatchObject({
      accepted: {
        claims: [...LETTER.claims, { sentence: "Je dirige l’équipe.", claims: [], doubted: true }],
        warnings: ["unsupported_sentence"],
      },
      doubts: { unsupported: ["Une autre.", "Je dirige l’équipe."], repeated: ["Encore."] },
    });
  });

  it.each([[[]], [[0, 3, -1, 1.5]]])("without a number of a sentence changes nothing: %j", async (doubts) => {
    const checked = { accepted: LETTER };
    expect((await read({ doubts }, checked)).result).toBe(checked);
  });

  it("shows the sentences by number, and what is known, to be compared", async () => {
    const { asked } = await read({ doubts: [] });
    expect(asked[0]?.input).toContain("<letter>\n1. Je tiens la caisse.\n2. Je dirige l’équipe.\n</letter>");
    expect(asked[0]?.input).toContain("<cv>\nCaisse\n</cv>");
  });

  it.each<CheckedAnswer<CheckedMessage> | null>([null, { findings: [{ code: "length", detail: "" }] }])(
    "is none of a text that was refused: %j",
    async (checked) => {
      const { result, asked } = await read({ doubts: [1] }, checked);
      expect(result).toBe(checked);
      expect(asked).toEqual([]);
    },
  );

  it("that fails takes nothing away", async () => {
    const checked = { accepted: LETTER };
    expect((await read(new ExternalServiceError("writer", "timeout", ""), checked)).result).toBe(checked);
  });

  it("that is called off ends the writing", async () => {
    await expect(
      read(new ExternalServiceError("writer", "timeout", ""), { accepted: LETTER }, AbortSignal.abort()),
    ).rejects.toThrow(ExternalServiceError);
  });
});
