import type { z } from "zod/mini";
import type { CompanyRow } from "../companies/rules-recipient";
import type * as api from "../contract/messages";
import type { CheckedSentence } from "../letter-check/findings";
import { checkMessageText, toCvSource, toMessageSources } from "./check-message";
import type { Candidate } from "./store-candidate";

type Described = z.input<typeof api.checkMessage.answer>;

/**
 * Where each sentence of a company's message comes from, or of another text given for it. The writer's claims belong to
 * the saved text alone. Whether it is nearly another message's was found when it was saved.
 */
export function describeSentences(
  company: CompanyRow,
  candidate: Candidate,
  others: string[],
  given: z.output<typeof api.checkMessage.body>,
): Described {
  const { subject = company.subject, message = company.message } = given;
  if (message.trim() === "") return { sentences: [], reasons: [], warnings: [] };
  const isSaved = message === company.message;
  const { sentences, reasons, warnings } = checkMessageText(
    { subject, body: message, claims: isSaved ? company.messageClaims : null },
    toMessageSources(company, candidate, toCvSource(candidate), others),
    [],
  );
  return {
    sentences: sentences.map(({ text, status, sources }) => ({
      text,
      status,
      sources: sources.map((source) => toSentenceSource(source, company)),
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

/** The page of a company's fact is its site: what it says was read there. */
const toSentenceSource = ({ kind, quote }: CheckedSentence["sources"][number], { website }: CompanyRow) => ({
  kind,
  quote,
  url: kind === "company" && website !== "" ? website : null,
  cv_page: null,
});
