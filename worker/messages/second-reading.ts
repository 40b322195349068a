import type { SentenceClaims } from "../contract/field-schemas";
import { log } from "../lib/log";
import { ExternalServiceError, type Llm } from "../platform/ports";
import { type CheckedMessage, setDoubt } from "./check-message";
import { type CheckedAnswer, isExpectedFailure } from "./generate/generate-with-retry";
import { NO_OBJECTIONS } from "./prompts/check-feedback";
import { buildReadingPrompt, type ReadingInput } from "./prompts/prompt-reading";

/** What reads a checked text again. */
export interface SecondReader {
  reader: Llm;
  input: ReadingInput;
  signal: AbortSignal;
}

/**
 * Has a model read a text again that has passed the letter check, for sentences that no source says. It only adds
 * doubts: the check's own stay, and where it cannot read, the text is as good as without it.
 * @param second null where the operator has no second reading
 */
export async function readAgain<T extends CheckedMessage>(
  checked: CheckedAnswer<T> | null,
  second: SecondReader | null,
): Promise<CheckedAnswer<T> | null> {
  if (!checked || !("accepted" in checked) || !second) return checked;
  const { accepted, doubts = NO_OBJECTIONS } = checked;
  const doubted = await findDoubted(accepted.sentences, second);
  if (doubted.length === 0) return checked;
  return {
    accepted: {
      ...accepted,
      claims: [...accepted.claims, ...doubted.map((sentence) => ({ sentence, claims: [], doubted: true }))],
      warnings: setDoubt(accepted.warnings, true),
    },
    doubts: { ...doubts, unsupported: [...new Set([...doubts.unsupported, ...doubted])] },
  };
}

async function findDoubted(sentences: readonly string[], { reader, input, signal }: SecondReader): Promise<string[]> {
  try {
    const { doubts } = await reader.generate(buildReadingPrompt(input, sentences), signal);
    const numbers = new Set(doubts);
    return sentences.filter((_, at) => numbers.has(at + 1));
  } catch (error) {
    if (signal.aborted || !isExpectedFailure(error)) throw error;
    log("second_reading_failed", { reason: error instanceof ExternalServiceError ? error.failure : error.code });
    return [];
  }
}

/** Of a text's claims only the doubts: they stay with their sentences when the user edits others. */
export function listDoubts(claims: readonly SentenceClaims[] | null): SentenceClaims[] | null {
  const doubts = claims?.filter(({ doubted }) => doubted) ?? [];
  return doubts.length > 0 ? doubts : null;
}
