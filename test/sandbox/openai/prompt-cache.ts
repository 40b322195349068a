import { hashText } from "../companies/hash.ts";
import type { ChatRequest } from "./request-schema.ts";

/** The shortest beginning that is kept, in tokens (developers.openai.com/api/docs/guides/prompt-caching). */
const MIN_CACHED_TOKENS = 1_024;
/** A token of a European language is about so many characters. */
export const CHARACTERS_PER_TOKEN = 4;
/** Beginnings that are remembered; the oldest are forgotten. */
const MAX_REMEMBERED = 1_000;

/** The texts of a request in their order, each with whether the client marks its end. */
function listParts({ messages }: Pick<ChatRequest, "messages">): { text: string; isMarked: boolean }[] {
  return messages.flatMap(({ content }) =>
    typeof content === "string"
      ? [{ text: content, isMarked: false }]
      : content.map((part) => ({ text: part.text, isMarked: part["prompt_cache_breakpoint"] !== undefined })),
  );
}

/**
 * The cache of prompts, as the service has it since gpt-5.6: a prompt is read from it up to a mark where an earlier
 * one with the same key was the same to the sign; unless the client places all marks, its end counts as one.
 */
export class PromptCache {
  readonly #remembered = new Set<string>();

  /** @returns tokens read from the cache, and tokens written to it */
  pass(request: Pick<ChatRequest, "model" | "messages" | "prompt_cache_key" | "prompt_cache_options">): {
    cached: number;
    written: number;
  } {
    const parts = listParts(request);
    const onlyMarked = request.prompt_cache_options?.mode === "explicit";
    let text = "";
    let [cached, written] = [0, 0];
    for (const [at, part] of parts.entries()) {
      text += part.text;
      const tokens = Math.ceil(text.length / CHARACTERS_PER_TOKEN);
      const isMark = part.isMarked || (!onlyMarked && at === parts.length - 1);
      if (!isMark || tokens < MIN_CACHED_TOKENS) continue;
      const name = `${request.model} ${String(request.prompt_cache_key)} ${text.length} ${hashText(text)}`;
      if (this.#remembered.has(name)) cached = tokens;
      else {
        this.#remember(name);
        written = tokens - cached;
      }
    }
    return { cached, written };
  }

  #remember(name: string): void {
    this.#remembered.add(name);
    const [oldest] = this.#remembered;
    if (this.#remembered.size > MAX_REMEMBERED && oldest !== undefined) this.#remembered.delete(oldest);
  }
}
