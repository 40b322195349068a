import type { QueryClient } from "@tanstack/react-query";
import { getSettings } from "../../../../worker/contract/account";
import type { Company } from "../../../../worker/contract/companies";
import { LIMITS } from "../../../../worker/contract/limits";
import { listProfiles, type Profile } from "../../../../worker/contract/profiles";
import { endpointQuery } from "../../../lib/query-client";
import { listInOtherLanguage } from "./letter-language";
import { planGeneration } from "./rules-generation-plan";

/** What is asked before messages are written for several companies. */
export interface WritingQuestion {
  companies: readonly Company[];
  profiles: readonly Profile[];
  /** For how long the messages may wait, where there is no hurry; 0: they are written at once. */
  waitHours: number;
}

/**
 * What to ask before writing for the companies that are found; null when there is no question.
 * @param choosesProfile asks also which of several profiles to write with
 */
export async function findWritingQuestion(
  client: QueryClient,
  find: () => Promise<readonly Company[]>,
  choosesProfile: boolean,
): Promise<{ question: WritingQuestion | null; missing: string[] }> {
  const [companies, { profiles }, { limits }] = await Promise.all([
    find(),
    client.fetchQuery(endpointQuery(listProfiles)),
    client.fetchQuery(endpointQuery(getSettings)),
  ]);
  const { missing, written, own } = planGeneration(companies);
  const existing = written.length + own.length;
  const waitHours = mayWait(missing.length + existing) ? limits.letter_wait_hours : 0;
  const isQuestion =
    existing > 0 ||
    (choosesProfile && profiles.length > 1) ||
    waitHours > 0 ||
    listInOtherLanguage(companies, profiles, null).length > 0;
  return { question: isQuestion ? { companies, profiles, waitHours } : null, missing };
}

/** Whether so many messages may be written later. */
export const mayWait = (messages: number): boolean => messages >= LIMITS.waitingLetters;
