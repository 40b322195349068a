import { describe, expect, it } from "vitest";
import { z } from "zod";
import { type CheckedAnswer, generateWithRetry } from "../../../worker/messages/generate/generate-with-retry";
import { feedbackBlock, type Objections } from "../../../worker/messages/prompts/check-feedback";
import { ApiError } from "../../../worker/platform/api-error";
import { ExternalServiceError, type Llm } from "../../../worker/platform/ports";

const UNREACHABLE = new ExternalServiceError("writer", "unreachable", "");
const accept = (text: string): CheckedAnswer<string> => ({ accepted: text });
const doubt = (text: string, ...unsupported: string[]): CheckedAnswer<string> => ({
  accepted: text,
  doubts: { unsupported, repeated: [] },
});
const refuse = (detail: string): CheckedAnswer<string> => ({ findings: [{ code: "unknown_name", detail }] });

/** Writes with an LLM whose answers are checked as given, in order; an error is thrown instead. */
async function write(outcomes: (CheckedAnswer<string> | Error | null)[], signal = new AbortController().signal) {
  const asked: Objections[] = [];
  const left = [...outcomes];
  const writer: Llm = {
    generate: (prompt) => {
      const [next] = left;
      return next instanceof Error ? Promise.reject(next) : Promise.resolve(prompt.answer.parse("answer"));
    },
  };
  const result = await generateWithRetry(
    writer,
    (objections) => {
      asked.push(objections);
      return { name: "text", instructions: "", input: "", answer: z.string() };
    },
    async () => {
      const next = left.shift();
      if (next === undefined || next instanceof Error) throw new Error("asked too often");
      return next;
    },
    signal,
  ).catch((error: unknown) => error);
  return { result, asked };
}

describe("a text in which a sentence rests on nothing", () => {
  it("is asked for once more, with the sentence named", async () => {
    const { result, asked } = await write([doubt("first", "J’ai dirigé."), accept("second")]);
    expect(result).toBe("second");
    expect(asked.map(feedbackBlock)).toEqual(["", expect.stringMatching(/<objections>[^]*: J’ai dirigé\.\n/u)]);
  });

  it.each<[string, (CheckedAnswer<string> | Error | null)[], string]>([
    ["is kept when the second is no better", [doubt("first", "a"), doubt("second", "b")], "first"],
    ["gives way to one with fewer doubts", [doubt("first", "a", "b"), doubt("second", "b")], "second"],
    ["is kept when the second is refused", [doubt("first", "a"), refuse("Airbus")], "first"],
    ["is kept when the second is no text", [doubt("first", "a"), null], "first"],
    ["is kept when the LLM fails", [doubt("first", "a"), UNREACHABLE], "first"],
    ["is taken after a refused one", [refuse("Airbus"), doubt("second", "a")], "second"],
  ])("%s, after two questions at most", async (_, outcomes, expected) => {
    const { result, asked } = await write(outcomes);
    expect(result).toBe(expected);
    expect(asked).toHaveLength(2);
  });

  it("is not kept when the user gave up meanwhile", async () => {
    const stop = new AbortController();
    stop.abort();
    expect((await write([doubt("first", "a"), UNREACHABLE], stop.signal)).result).toBe(UNREACHABLE);
  });
});

it("a text without doubts takes one question", async () => {
  const { result, asked } = await write([accept("first")]);
  expect([result, asked.length]).toEqual(["first", 1]);
});

it("a text refused twice is refused, with the findings of the second", async () => {
  const { result } = await write([refuse("Airbus"), refuse("Dassault")]);
  expect(result).toBeInstanceOf(ApiError);
  expect(result).toMatchObject({ code: "message_refused", options: { fields: { unknown_name: "Dassault" } } });
});
