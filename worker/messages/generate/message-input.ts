import { formatSectors, listCompanyFacts } from "../../companies/company-source";
import type { CompanyRow } from "../../companies/rules-recipient";
import type { Deps } from "../../compose";
import type { RewriteBody } from "../../contract/messages";
import type { StoredFacts } from "../../db/schema/json-types";
import type { Llm } from "../../platform/ports";
import { type CandidateCv, formatCvForPrompt, loadCv, loadOrExtractCvFacts } from "../cv-context";
import { listKnownFacts } from "../facts/cv-facts";
import { toFactText } from "../facts/store-confirmed-facts";
import { chooseAngle } from "../message-angle";
import type { MessageInput, Rewrite } from "../prompts/prompt-message";
import type { Candidate } from "../store-candidate";

/** What all letters of a candidate share. */
interface CandidateMaterial {
  cv: CandidateCv | null;
  facts: StoredFacts | null;
}

/** Waits for the text of a CV that was just uploaded, and has its facts extracted at first use. */
export async function loadCandidateMaterial(
  deps: Pick<Deps, "db" | "now"> & { writer: Llm },
  userId: string,
  candidate: Candidate,
  signal: AbortSignal,
): Promise<CandidateMaterial> {
  const cv = await loadCv(deps, userId, candidate, signal);
  return { cv, facts: cv && (await loadOrExtractCvFacts(deps, userId, cv, signal)) };
}

export function toMessageInput(
  company: CompanyRow,
  candidate: Candidate,
  { cv, facts }: CandidateMaterial,
  rewrite: RewriteBody | null,
): MessageInput {
  const { name, website, city, language, businessType } = company;
  const sector = formatSectors(businessType, language);
  const companyFacts = listCompanyFacts(company);
  return {
    language,
    template: candidate.template,
    candidate: { name: candidate.name, cvAttached: candidate.attachCv && candidate.cvPath !== null },
    company: { name, website, city, sector, facts: companyFacts },
    cv: formatCvForPrompt(cv, facts),
    confirmed: candidate.confirmed.map(toFactText),
    angle: chooseAngle(
      listKnownFacts(facts, candidate.confirmed),
      { sector, facts: companyFacts },
      `${company.id} ${company.messageVersion}`,
    ),
    rewrite: toRewrite(rewrite, company),
  };
}

/** What a rewrite starts from; null when nothing is asked of it. */
function toRewrite(body: RewriteBody | null, { message }: CompanyRow): Rewrite | null {
  const { instruction = "", tone = null, without = [] } = body ?? {};
  return instruction === "" && tone === null && without.length === 0
    ? null
    : { present: message, instruction, tone, without };
}
