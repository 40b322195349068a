import { createInterface } from "node:readline";
import { z } from "zod";
import { checkLetter } from "../worker/letter-check/check-letter.ts";
import { CheckInput, readToday } from "../worker/letter-check/input.ts";

// `npm run --silent gate`: reads one case in JSON a line, writes one result a line, in order. A malformed line gives
// {"error": …}, the others are still checked, and the exit code is 1.

function answerLine(line: string): { answer: unknown; failed: boolean } {
  try {
    const input = CheckInput.parse(JSON.parse(line));
    return { answer: checkLetter({ ...input, today: input.today ?? readToday() }), failed: false };
  } catch (error) {
    const reason =
      error instanceof z.ZodError
        ? z.prettifyError(error).replace(/\s+/gu, " ")
        : error instanceof Error
          ? error.message
          : String(error);
    return { answer: { error: reason }, failed: true };
  }
}

for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  if (line.trim() === "") continue;
  const { answer, failed } = answerLine(line);
  if (failed) process.exitCode = 1;
  if (!process.stdout.write(`${JSON.stringify(answer)}\n`))
    await new Promise((resolve) => process.stdout.once("drain", resolve));
}
