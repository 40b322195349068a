import { splitList } from "../../companies/rules-recipient";
import type { Deps } from "../../compose";
import { formatPhone } from "../../contacts/phones/format-phone";
import type * as api from "../../contract/follow-ups";
import type { SignedInContext } from "../../http/request-context";
import type { RequestInput } from "../../http/route";
import { describeSentences } from "../../messages/describe-sentences";
import { listDoubts } from "../../messages/second-reading";
import { type Candidate, chooseCandidate } from "../../messages/store-candidate";
import { writeFollowUp } from "../../messages/write-follow-up";
import { ApiError } from "../../platform/api-error";
import { listObjected } from "../../suppression/store-objections";
import { findRowBlock, listSentDays, toFollowedUpCompany, toFollowUpFacts } from "./follow-up-state";
import { mayBeWritten, toDueTime } from "./rules-follow-up";
import { deleteCall, type FollowUpRow, saveCall, saveFollowUpText } from "./store-follow-ups";

/** Row to wire. @param isObjected an objection is in effect for its recipient */
function toFollowUp(row: FollowUpRow, isObjected: boolean, now: Date): api.FollowUp {
  const { company, dead } = row;
  const isBlocked = row.blocked || isObjected;
  const facts = toFollowUpFacts(row);
  return {
    company_id: company.id,
    company_name: company.name,
    website: company.website,
    city: company.city,
    phones: splitList(company.phone).map((number) => ({ number, text: formatPhone(number) })),
    step: row.step,
    block: findRowBlock(row, now) ?? (dead ? "dead_address" : isBlocked ? "do_not_contact" : null),
    applied_at: row.appliedOn,
    last_contact_at: row.lastContactAt,
    due_at: toDueTime(facts),
    recipient: row.recipient,
    outcome_unknown: row.step !== null && facts.locks[row.step] === "unknown",
    message: row.message,
    version: row.version,
    author: row.author,
    language: toFollowedUpCompany(row).language,
  };
}

type AnswerPorts = Pick<Deps, "sharedDb" | "now">;

const listObjectedRecipients = ({ sharedDb }: AnswerPorts, rows: readonly FollowUpRow[]): Promise<Set<string>> =>
  listObjected(
    sharedDb,
    rows.flatMap(({ recipient }) => recipient ?? []),
  );

/** @throws ApiError `not_found` */
export async function answerFollowUp(
  ports: AnswerPorts,
  row: FollowUpRow | undefined,
): Promise<{ follow_up: api.FollowUp }> {
  if (!row) throw new ApiError("not_found");
  const objected = await listObjectedRecipients(ports, [row]);
  return { follow_up: toFollowUp(row, objected.size > 0, ports.now()) };
}

/** The follow-ups that are due; those to companies that object are left out, and counted only beyond the list. */
export async function answerDueFollowUps(
  ports: AnswerPorts,
  rows: readonly FollowUpRow[],
): Promise<{ follow_ups: api.FollowUp[]; total: number }> {
  const objected = await listObjectedRecipients(ports, rows);
  const due = rows.filter(({ recipient }) => recipient === null || !objected.has(recipient));
  return {
    follow_ups: due.map((row) => toFollowUp(row, false, ports.now())),
    total: (rows[0]?.total ?? 0) - (rows.length - due.length),
  };
}

/** What a text of a follow-up is made of, and checked against. */
export interface FollowUpReads {
  row: FollowUpRow | undefined;
  candidates: readonly Candidate[];
  /** Names of the user's companies. */
  names: readonly { name: string }[];
}

/** Why the next follow-up cannot be written or saved now; null when it can. */
function findWriteError(row: FollowUpRow | undefined, replaces: number, now: Date): ApiError | null {
  if (!row) return new ApiError("not_found");
  const block = findRowBlock(row, now);
  if (row.step === null || !mayBeWritten(block)) return new ApiError(block ?? "followed_up");
  return row.version === replaces ? null : new ApiError("message_changed");
}

/**
 * Writes the next follow-up and saves it.
 * @param counted LLM calls that the reads have counted under the user's share
 * @throws ApiError `not_found`, `no_template`, `message_changed`, a block, and what a writer may answer
 */
export async function writeNextFollowUp(
  { deps, user, signal }: SignedInContext,
  { params, body: { replaces } }: RequestInput<typeof api.writeFollowUp>,
  { row, candidates, names }: FollowUpReads,
  counted: number,
) {
  const { db, now, config } = deps;
  const writer = deps.getLlm(user.id, counted);
  const candidate = chooseCandidate(candidates, row?.company.profileId);
  const error =
    findWriteError(row, replaces, deps.now()) ??
    (candidate?.template.trim() === "" ? new ApiError("no_template") : null);
  if (error || !row || row.step === null || !candidate) {
    await writer.giveUnusedBack();
    throw error ?? new ApiError("not_found");
  }
  const company = toFollowedUpCompany(row);
  const { body: message, claims } = await writeFollowUp(
    { db, now, config, writer },
    {
      company,
      candidate,
      step: row.step,
      sent: { on: listSentDays(row), application: row.applicationBody ?? "" },
      others: listOthers(names, company.name),
    },
    signal,
  );
  if (signal.aborted) throw new ApiError("generation_cancelled");
  const { language } = company;
  const text = { step: row.step, message, author: "assistant", language, claims, replaces } as const;
  return saveText({ deps, user }, params.id, text);
}

/** @throws ApiError `not_found`, `message_changed`, a block */
export async function saveOwnFollowUp(
  { deps, user }: SignedInContext,
  { params, body: { message, replaces } }: RequestInput<typeof api.saveFollowUp>,
  row: FollowUpRow | undefined,
) {
  // The answer to an earlier try may have been lost.
  if (row?.version === replaces + 1 && row.message === message) return answerFollowUp(deps, row);
  const error = findWriteError(row, replaces, deps.now());
  if (error || !row || row.step === null) throw error ?? new ApiError("not_found");
  const { language } = toFollowedUpCompany(row);
  return saveText({ deps, user }, params.id, {
    step: row.step,
    message,
    author: "user",
    language,
    claims: listDoubts(row.claims),
    replaces,
  });
}

async function saveText(
  { deps, user }: Pick<SignedInContext, "deps" | "user">,
  companyId: string,
  text: Omit<Parameters<typeof saveFollowUpText>[2], "at">,
) {
  const now = deps.now();
  const key = { userId: user.id, companyId };
  const { saved, row } = await saveFollowUpText(deps.db, key, { ...text, at: now.toISOString() });
  if (!saved) throw findWriteError(row, text.replaces, now) ?? new ApiError("message_changed");
  return answerFollowUp(deps, row);
}

const listOthers = (names: FollowUpReads["names"], own: string): string[] =>
  names.map(({ name }) => name).filter((name) => name !== own);

/** @throws ApiError `not_found` */
export function describeFollowUp(
  { row, candidates, names }: FollowUpReads,
  { body }: Pick<RequestInput<typeof api.checkFollowUp>, "body">,
) {
  if (!row) throw new ApiError("not_found");
  const company = toFollowedUpCompany(row);
  const others = listOthers(names, company.name);
  return describeSentences(company, candidates, others, body, { sentOn: listSentDays(row) });
}

/** @throws ApiError `not_found`, and `followed_up` where the call comes too late to be instead of a mail */
export async function recordCall(
  { deps, user }: SignedInContext,
  { params, body: { step, number } }: RequestInput<typeof api.recordCall>,
) {
  const now = deps.now();
  const row = await saveCall(
    deps.db,
    { userId: user.id, companyId: params.id },
    { step, number, at: now.toISOString() },
  );
  if (row && !toFollowUpFacts(row).isCalled[step]) throw new ApiError(findRowBlock(row, now) ?? "followed_up");
  return answerFollowUp(deps, row);
}

/** @throws ApiError `not_found` */
export async function undoCall(
  { deps, user }: SignedInContext,
  { params, body: { step } }: RequestInput<typeof api.undoCall>,
) {
  return answerFollowUp(deps, await deleteCall(deps.db, { userId: user.id, companyId: params.id }, step));
}
