/**
 * `npm run --silent contacts`: reads a page a line, `{"html", "url", "country"}` (country as ISO-2), and writes its
 * contacts a line, as extractContacts returns them. Empty lines are skipped. An invalid line gives
 * `{"error": "…"}` and the exit code 1; the rest is read.
 */
import { z } from "zod";
import "./node-loader.ts";

const { extractContacts } = await import("../worker/contacts/extract-contacts");

const PageInput = z.object({
  html: z.string(),
  url: z.url({ protocol: /^https?$/, error: "url must be an absolute http(s) address" }),
  country: z
    .string()
    .regex(/^[a-z]{2}$/i, "country must be two letters")
    .default("FR"),
});

function toAnswerLine(line: string): string {
  try {
    const page = PageInput.parse(JSON.parse(line));
    return JSON.stringify(extractContacts(page.html, page));
  } catch (error) {
    process.exitCode = 1;
    const message =
      error instanceof z.ZodError
        ? error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; ")
        : `no JSON object: ${error instanceof Error ? error.message : String(error)}`;
    return JSON.stringify({ error: message });
  }
}

// A reader that closes the pipe (`| head`) is not an error.
process.stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 1));

async function writeAnswer(line: string): Promise<void> {
  if (line.trim() === "") return;
  if (!process.stdout.write(`${toAnswerLine(line)}\n`))
    await new Promise((resolve) => process.stdout.once("drain", resolve));
}

// Not `readline`: it also splits at U+2028 and U+2029, which JSON may contain unescaped.
let unfinishedLine: string[] = [];
process.stdin.setEncoding("utf8");
for await (const chunk of process.stdin as AsyncIterable<string>) {
  const parts = chunk.split("\n");
  const last = parts.pop() ?? "";
  for (const part of parts) {
    await writeAnswer(unfinishedLine.join("") + part);
    unfinishedLine = [];
  }
  unfinishedLine.push(last);
}
await writeAnswer(unfinishedLine.join(""));
