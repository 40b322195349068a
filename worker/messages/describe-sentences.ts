import type { z } from "zod/mini";
import { createCvPageFinder } from "../account/cv/cv-pages";
import { listCompanyFacts } from "../companies/company-source";
import type { CompanyRow } from "../companies/rules-recipient";
import { findFactUrl } from "../company-facts/stored-facts";
import type { MessageWarning } from "../contract/companies";
import type * as api from "../contract/messages";
import { ApiError } from "../platform/api-error";
import { checkMessageText, type MessageSources, needsReview, setDoubt, toMessageSources } from "./check-message";
import { toCandidateCv } from "./cv-context";
import { listDoubts } from "./second-reading";
import { type Candidate, chooseCandidate } from "./store-candidate";

type Described = z.input<typeof api.checkMessage.answer>;
type GivenText = z.output<typeof api.checkMessage.body>;

/**
 * Where each sentence of a company's message comes from, or of another text given for it. The writer's claims belong to
 * the saved text alone. Whether it is nearly another message's was found when it was saved.
 * @param company for a follow-up, with that text in place of its message
 * @param followUp what was sent before, for a follow-up
 */
export function describeSentences(
  company: CompanyRow,
  candidates: readonly Candidate[],
  others: string[],
  given: GivenText,
  followUp: MessageSources["followUp"] = null,
): Described {
  const { subject = company.subject, message = company.message } = given;
  if (message.trim() === "") return { sentences: [], reasons: [], warnings: [] };
  const candidate = chooseCandidate(candidates, company.profileId);
  if (!candidate) throw new ApiError("not_found");
  const profile = candidates.length > 1 ? { profile_id: candidate.profileId } : {};
  const cv = toCandidateCv(candidate);
  const findPage = createCvPageFinder(cv?.markedText ?? "");
  const facts = listCompanyFacts(company);
  const isSaved = message === company.message;
  const { sentences, reasons, warnings } = checkMessageText(
    { subject, body: message, claims: isSaved ? company.messageClaims : listDoubts(company.messageClaims) },
    toMessageSources(company, candidate, cv?.text ?? "", others, followUp),
    [],
  );
  return {
    sentences: sentences.map(({ text, status, sources }) => ({
      text,
      status,
      sources: sources.map(({ kind, quote }) => ({
        kind,
        quote,
        url: kind === "company" ? (findFactUrl(facts, quote) ?? (company.website || null)) : null,
        cv_page: kind === "cv" ? findPage(quote) : null,
        ...(kind === "cv" && profile),
      })),
    })),
    reasons,
    warnings: [
      ...warnings,
      ...(isSaved && company.messageWarnings?.includes("nearly_same")
        ? [{ code: "nearly_same" as const, detail: "" }]
        : []),
    ],
  };
}

/**
 * The warnings of the saved message where they differ from those kept with it: a sentence may have been confirmed
 * since, or a fact removed. Undefined where they do not, and for another text.
 */
export function findChangedWarnings(
  { subject, message, messageWarnings }: CompanyRow,
  given: GivenText,
  described: Described,
): MessageWarning[] | undefined {
  if (![undefined, message].includes(given.message) || ![undefined, subject].includes(given.subject)) return undefined;
  const kept = messageWarnings ?? [];
  const isDoubtful = needsReview(described);
  if (isDoubtful === kept.includes("unsupported_sentence")) return undefined;
  return setDoubt(kept, isDoubtful);
}
