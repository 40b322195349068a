import type { z } from "zod";
import { findCvLanguage } from "../account/cv/cv-language";
import type { Deps } from "../compose";
import type { Language } from "../contract/field-schemas";
import type { ImproveBody } from "../contract/messages";
import { detectLanguage } from "../letter-check/detect-language";
import { tokenize } from "../letter-check/tokenize.ts";
import type { Llm } from "../platform/ports";
import { checkTemplate } from "./check-message";
import { loadCv, formatCvForPrompt } from "./cv-context";
import { toFactText } from "./facts/store-confirmed-facts";
import { generateWithRetry } from "./generate/generate-with-retry";
import { feedbackBlock } from "./prompts/check-feedback";
import { buildTemplatePrompt } from "./prompts/prompt-template";
import { type Candidate, listContacts } from "./store-candidate";

/**
 * Improves or generates the user's template. Nothing is saved: the user decides. Only mode `generate` reads the CV.
 * @throws ApiError message_refused or writer_failed
 * @throws ExternalServiceError when the LLM fails
 */
export async function improveTemplate(
  { db, writer }: Pick<Deps, "db"> & { writer: Llm },
  user: { id: string; name: string; email: string; language: Language },
  candidate: Candidate | undefined,
  { mode, message }: z.output<typeof ImproveBody>,
  signal: AbortSignal,
): Promise<string> {
  const cv = mode === "generate" ? await loadCv({ db }, user.id, candidate, signal) : null;
  // A profile that was given a language is one for letters in it.
  const ownLanguage = (candidate && candidate.profileLanguage !== null && findCvLanguage(candidate)) || user.language;
  const language = mode === "improve" ? (detectLanguage(tokenize(message).tokens) ?? user.language) : ownLanguage;
  const { name, email } = user;
  const confirmed = mode === "generate" ? (candidate?.confirmed.map(toFactText) ?? []) : [];
  return generateWithRetry(
    writer,
    (objections) =>
      buildTemplatePrompt(
        { mode, language, candidate: { name }, message, cv: formatCvForPrompt(cv), confirmed },
        feedbackBlock(objections),
      ),
    async ({ message: written }) =>
      checkTemplate(written, {
        cv: cv?.text ?? "",
        template: message,
        confirmed,
        candidate: { name, email, contacts: candidate ? listContacts(candidate) : [] },
        language,
      }),
    signal,
  );
}
