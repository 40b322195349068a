import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { parsePrompt } from "../../sandbox/openai/parse-prompt.ts";
import { PromptCache } from "../../sandbox/openai/prompt-cache.ts";
import { type ChatRequest, chatRequest, readMessagesText } from "../../sandbox/openai/request-schema.ts";
import { joinClaims, joinLetter, writeLetter } from "../../sandbox/openai/write-letter.ts";
import { FACTS } from "./sample-cv-and-letters.ts";
import { LlmServerSettings, type LlmServerCounts } from "./start-llm-server.ts";

// The language model of the bench, in a process of its own: it has a latency and writes the sandbox's honest letters.

const promptCache = new PromptCache();
let settings: LlmServerSettings = { latencyMs: 0, facts: true };
const countNothing = (): LlmServerCounts => ({
  letters: {},
  texts: {},
  facts: 0,
  letterUsage: [],
  factsCharacters: [],
  atOnce: 0,
});
let served = countNothing();
let openRequests = 0;

async function readText(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return text;
}

function sendJson(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
}

/** Counts a request. @returns its answer */
function buildAnswer(request: ChatRequest): unknown {
  const prompt = readMessagesText(request);
  const name = request.response_format?.type === "json_schema" ? request.response_format.json_schema.name : "";
  if (name === "facts") {
    served.facts += 1;
    served.factsCharacters.push(prompt.length);
    return settings.facts ? FACTS : undefined;
  }
  const parsed = parsePrompt(prompt);
  const company = parsed.company?.["name"] ?? "";
  const letter = writeLetter(parsed);
  const answer = { ...letter, paragraphs: joinClaims(letter.paragraphs) };
  served.letters[company] = (served.letters[company] ?? 0) + 1;
  served.texts[company] = joinLetter(letter);
  served.letterUsage.push({
    input: prompt.length,
    output: JSON.stringify(answer).length,
    ...promptCache.pass(request),
  });
  return answer;
}

async function answerCompletion(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const answer = buildAnswer(chatRequest.parse(JSON.parse(await readText(request))));
  openRequests += 1;
  served.atOnce = Math.max(served.atOnce, openRequests);
  await new Promise((resolve) => {
    setTimeout(resolve, settings.latencyMs);
  });
  openRequests -= 1;
  if (answer === undefined)
    return sendJson(
      response,
      { error: { message: "set to fail", type: "invalid_request_error", param: null, code: null } },
      400,
    );
  sendJson(response, {
    id: "chatcmpl-bench",
    object: "chat.completion",
    created: 0,
    model: "bench",
    choices: [
      {
        index: 0,
        finish_reason: "stop",
        message: { role: "assistant", content: JSON.stringify(answer), refusal: null },
      },
    ],
  });
}

async function answerRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.url === "/v1/chat/completions") return answerCompletion(request, response);
  // From the bench: new settings, or a request for the counts.
  if (request.method === "POST") {
    settings = LlmServerSettings.parse(JSON.parse(await readText(request)));
    served = countNothing();
  }
  sendJson(response, served);
}

const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  answerRequest(request, response).catch((error: unknown) => {
    console.error(error);
    response.destroy();
  });
});
server.listen(0, "127.0.0.1", () => process.send?.(server.address()));
process.once("disconnect", () => process.exit());
