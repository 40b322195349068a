import { expect, it } from "vitest";
import { buildFollowUpPrompt } from "../../../worker/messages/prompts/prompt-follow-up";

it("asks for no source of a question, nor of what was sent before: no block has them", () => {
  const { instructions } = buildFollowUpPrompt({
    language: "en",
    step: 1,
    candidate: { name: "Ana Martin" },
    company: { name: "Lumen", website: "https://lumen.example", city: "Leeds", sector: "Lighting", facts: [] },
    template: "Hello",
    cv: "Web developer since 2019",
    confirmed: [],
    focus: "",
    sent: { on: ["2026-11-20"], application: "Dear Lumen" },
  });
  expect(instructions).toContain("End with one easy question");
  expect(instructions).toContain("courtesy, questions and what <sent> says need none: their claims are []");
});
