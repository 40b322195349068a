import { createInterface } from "node:readline";
import { z } from "zod";
import { checkLetter } from "../worker/letter-check/check-letter.ts";
import { CheckInput } from "../worker/letter-check/input.ts";

// `npm run --silent gate`: one case in JSON a line in, one verdict a line out, in order. A line that holds no case is
// answered with {"error": …}; the others are judged all the same, and the command ends with 1.

function answerLine(line: string): { answer: unknown; failed: boolean } {
  try {
    return { answer: checkLetter(CheckInput.parse(JSON.parse(line))), failed: false };
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
  const { answer: verdict, failed } = answerLine(line);
  if (failed) process.exitCode = 1;
  if (!process.stdout.write(`${JSON.stringify(verdict)}\n`))
    await new Promise((resolve) => process.stdout.once("drain", resolve));
}
