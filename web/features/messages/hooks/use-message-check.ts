import { keepPreviousData, useMutation, useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { listFacts } from "../../../../worker/contract/account";
import type { Company } from "../../../../worker/contract/companies";
import { checkFollowUp, type FollowUp, getFollowUpPreview } from "../../../../worker/contract/follow-ups";
import { LIMITS } from "../../../../worker/contract/limits";
import { bulkPreview, getMailPreview } from "../../../../worker/contract/mail";
import { type CheckedText, checkMessage, isUsersChoice } from "../../../../worker/contract/messages";
import { endpointQuery, toQueryKey } from "../../../lib/query-client";
import { useDebouncedValue } from "../../../lib/use-debounced-value";
import { useEventCallback } from "../../../lib/use-event-callback";
import { isDoubtful } from "../../../ui/mail/sourced-text";
import { confirmFact, followUpCheckQuery, messageCheckQuery } from "../api/message-requests";
import type { Draft } from "../model/edit-history";

/** How long a text must not change before it is checked. */
const TYPING_PAUSE_MS = 600;

export interface MessageCheck {
  /** Undefined until the first answer. While another text is checked, the answer for the one before. */
  data: CheckedText | undefined;
  error: Error | null;
  /** The answer for the present text is not here yet. */
  checking: boolean;
  retry: () => void;
}

/** What has to be looked at before the message is sent, beside its sentences. */
export const listReviewFindings = ({ reasons }: CheckedText) => reasons.filter(({ code }) => !isUsersChoice(code));

const hasDoubt = (data: CheckedText): boolean => data.sentences.some(isDoubtful) || listReviewFindings(data).length > 0;

/** Called when a saved message turns out to have a doubtful sentence, or none any more. */
export type OnDoubt = (company: Pick<Company, "id" | "message_version">, doubtful: boolean) => void;

/**
 * The sentences of a company's message and where they come from.
 * @param draft the text as it is being typed; null for the saved one
 */
export function useMessageCheck(company: Company, draft: Draft | null, onDoubt: OnDoubt): MessageCheck {
  const settled = useDebouncedValue(draft, TYPING_PAUSE_MS);
  // Keyed by its text, an answer can only belong to that text: a late one for an older text is not shown.
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...messageCheckQuery(company, settled ? { subject: settled.subject, message: settled.message } : {}),
    enabled: (settled ?? company).message.trim() !== "",
    placeholderData: keepPreviousData,
  });
  const isKnown = data !== undefined && settled === null && !isFetching && !isPlaceholderData;
  const doubtful = isKnown ? hasDoubt(data) : null;
  const changed = doubtful !== null && doubtful !== company.message_warnings.includes("unsupported_sentence");
  const tellDoubt = useEventCallback(() => onDoubt(company, doubtful === true));
  useEffect(() => {
    if (changed) tellDoubt();
  }, [changed, tellDoubt]);
  return { data, error, checking: isFetching || settled !== draft, retry: () => void refetch() };
}

/** @param draft the text as it is being typed; null for the saved one */
export function useFollowUpCheck(followUp: FollowUp, draft: string | null): MessageCheck {
  const settled = useDebouncedValue(draft, TYPING_PAUSE_MS);
  const { data, error, isFetching, refetch } = useQuery({
    ...followUpCheckQuery(followUp, settled === null ? {} : { message: settled }),
    enabled: (settled ?? followUp.message).trim() !== "",
    placeholderData: keepPreviousData,
  });
  return { data, error, checking: isFetching || settled !== draft, retry: () => void refetch() };
}

/**
 * Which of these messages have a sentence without source now. What was found when a message was saved may have been
 * confirmed since, so those with a doubt are asked about again; until the answer is there, the doubt stays.
 */
export function useDoubtfulMessages(companies: readonly Company[]): ReadonlySet<string> {
  const marked = companies.filter((company) => company.message_warnings.includes("unsupported_sentence"));
  const answers = useQueries({
    queries: marked.map((company) => messageCheckQuery(company)),
    combine: (results) => results.map(({ data }) => (data ? hasDoubt(data) : true)),
  });
  const ids = marked.filter((_, position) => answers[position]).map(({ id }) => id);
  const key = ids.join(" ");
  return useMemo(() => new Set(key === "" ? [] : key.split(" ")), [key]);
}

/** A sentence as a fact: on one line, and cut between two words where it is too long. */
export function toFactText(sentence: string): string {
  const line = sentence.trim().replaceAll(/\s+/gu, " ");
  return line.length <= LIMITS.factLength ? line : line.slice(0, LIMITS.factLength + 1).replace(/\s+\S*$/u, "");
}

/** Keeps a sentence as a fact of the user; whatever was checked before is checked again. */
export function useConfirmSentence() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (sentence: string) => confirmFact(toFactText(sentence)),
    onSuccess: async (answer) => {
      client.setQueryData(endpointQuery(listFacts).queryKey, answer);
      await Promise.all(
        [checkMessage, getMailPreview, bulkPreview, checkFollowUp, getFollowUpPreview].map((endpoint) =>
          client.invalidateQueries({ queryKey: toQueryKey(endpoint) }),
        ),
      );
    },
  });
}
