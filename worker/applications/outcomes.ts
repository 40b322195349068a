import { toCompany } from "../companies/company-dto";
import type { CompanyRow } from "../companies/rules-recipient";
import type * as api from "../contract/applications";
import type { Company, Outcome } from "../contract/companies";
import type { SignedInContext } from "../http/request-context";
import type { RequestInput } from "../http/route";
import { ApiError } from "../platform/api-error";
import { readAnswer as readMail } from "./answers/read-answer";
import { readAppointment } from "./answers/read-appointment";
import {
  type CompanyEventRows,
  deleteOutcome,
  dismissProposal as dismiss,
  type EventRow,
  insertOutcome,
  insertProposal,
  type LatestEventRows,
} from "./store-outcomes";

interface EventToConfirm {
  eventId: string;
  kind: "new" | "proposal";
  /** The mail that the event is about; null where it is not known. */
  mailId: string | null;
}

/**
 * Writes an outcome that counts. A bounce goes to the mailbox, which frees the company while no send is under way.
 * @returns null when there was no application, or the proposal was decided on meanwhile
 */
async function confirmOutcome(
  { deps, user }: SignedInContext,
  companyId: string,
  outcome: Outcome,
  event: EventToConfirm,
): Promise<Company | null> {
  const now = deps.now();
  const at = now.toISOString();
  if (outcome === "bounced") {
    if (event.mailId === null) return null;
    const mailbox = deps.mailboxes.get(deps.mailboxes.idFromName(user.id));
    return mailbox.recordBounce({ userId: user.id, companyId, at, ...event, mailId: event.mailId });
  }
  const { eventId, kind } = event;
  const written = { eventId, kind, outcome, at } as const;
  const { recorded, row } = await insertOutcome(deps.db, { userId: user.id, companyId }, written);
  return recorded && row ? toCompany(row, now) : null;
}

/** @throws ApiError `not_found`, `not_applied`, `outcome_changed` */
export async function setOutcome(
  context: SignedInContext,
  { params, body: { outcome } }: RequestInput<typeof api.setOutcome>,
  [[row], [latest], [mail]]: LatestEventRows,
) {
  if (!row) throw new ApiError("not_found");
  if (row.outcome === outcome && latest?.outcome === outcome)
    return { company: toCompany(row, context.deps.now()), event_id: latest.id };
  const eventId = crypto.randomUUID();
  const company = await confirmOutcome(context, params.id, outcome, {
    eventId,
    kind: "new",
    mailId: mail?.id ?? null,
  });
  if (!company) throw toRefusal(row, outcome);
  return { company, event_id: eventId };
}

/** @throws ApiError `not_found`, `outcome_changed` */
export async function takeOutcomeBack(
  { deps, user }: SignedInContext,
  { params }: RequestInput<typeof api.takeOutcomeBack>,
  [[row], [latest], , [event]]: CompanyEventRows,
) {
  if (!row || !event) throw new ApiError("not_found");
  const key = { userId: user.id, companyId: params.id };
  if (event.status !== "confirmed") return { company: toCompany(row, deps.now()) };
  if (latest?.id !== event.id) throw new ApiError("outcome_changed");
  if (event.mailId !== null && event.outcome === "bounced") {
    const mailbox = deps.mailboxes.get(deps.mailboxes.idFromName(user.id));
    const company = await mailbox.takeBounceBack({ ...key, eventId: event.id });
    if (!company) throw new ApiError("outcome_changed");
    return { company };
  }
  const left = await deleteOutcome(deps.db, key, event.id);
  if (!left) throw new ApiError("not_found");
  return { company: toCompany(left, deps.now()) };
}

/** @throws ApiError `not_found`, `not_applied`, `invalid` for a file that is not in base64, `too_many` */
export async function readAnswer(
  { deps, user }: SignedInContext,
  { params, body: { text, eml, keep_excerpt: keepExcerpt } }: RequestInput<typeof api.readAnswer>,
  row: CompanyRow | undefined,
) {
  if (!row) throw new ApiError("not_found");
  if (!isAppliedTo(row)) throw new ApiError("not_applied");
  const { outcome, isAutomatic, confidence, from, subject, excerpt, body } = await readMail(
    eml === undefined ? { text: text ?? "" } : { eml: decodeFile(eml) },
  );
  if (isAutomatic) return { reading: "automatic" as const, proposal: null, appointment: null };
  const appointment = readAppointment(body, deps.now());
  if (outcome === null) return { reading: "unclear" as const, proposal: null, appointment };
  const event = await insertProposal(
    deps.db,
    { userId: user.id, companyId: params.id },
    {
      outcome,
      how: "pasted",
      sender: from,
      subject,
      excerpt: keepExcerpt ? excerpt : null,
      confidence,
      mailId: null,
      senderProven: null,
    },
    { id: crypto.randomUUID(), at: deps.now().toISOString() },
  );
  if (!event) throw new ApiError("too_many");
  return { reading: "outcome" as const, proposal: toProposal(event), appointment };
}

function decodeFile(eml: string): Uint8Array {
  try {
    return Uint8Array.fromBase64(eml);
  } catch {
    throw new ApiError("invalid", { fields: { eml: "invalid" } });
  }
}

/** @throws ApiError `not_found`, `outcome_changed`, `not_applied` */
export async function confirmProposal(
  context: SignedInContext,
  { params, body }: RequestInput<typeof api.confirmProposal>,
  [[row], , [mail], [event]]: CompanyEventRows,
) {
  if (!row || !event) throw new ApiError("not_found");
  const outcome = body.outcome ?? event.outcome;
  if (event.status === "confirmed" && event.outcome === outcome)
    return { company: toCompany(row, context.deps.now()), event_id: event.id };
  if (event.status !== "proposed") throw new ApiError("outcome_changed");
  const company = await confirmOutcome(context, params.id, outcome, {
    eventId: event.id,
    kind: "proposal",
    mailId: event.mailId ?? mail?.id ?? null,
  });
  if (!company) throw toRefusal(row, outcome);
  return { company, event_id: event.id };
}

/** @throws ApiError `not_found`, `outcome_changed` */
export async function dismissProposal(
  { deps, user }: SignedInContext,
  { params }: RequestInput<typeof api.dismissProposal>,
  [[row], , , [event]]: CompanyEventRows,
) {
  if (!row || !event) throw new ApiError("not_found");
  if (event.status === "confirmed") throw new ApiError("outcome_changed");
  const now = deps.now();
  await dismiss(deps.db, { userId: user.id, companyId: params.id }, event.id, now.toISOString());
  return { company: toCompany(row, now) };
}

/** Why an outcome was not written to a company: another call came first, or there was nothing it could be about. */
const toRefusal = (row: CompanyRow, outcome: Outcome): ApiError => {
  const isPossible = outcome === "bounced" ? row.sendStatus === "sent" : isAppliedTo(row);
  return new ApiError(isPossible ? "outcome_changed" : "not_applied");
};

const isAppliedTo = (row: CompanyRow): boolean => row.sendStatus === "sent" || row.appliedAt !== null;

export const toProposal = (event: EventRow): api.Proposal => ({
  id: event.id,
  company_id: event.companyId,
  company_name: event.companyName,
  outcome: event.outcome,
  how: event.how,
  status: event.status,
  created_at: event.createdAt,
  decided_at: event.decidedAt,
  sender: event.sender,
  subject: event.subject,
  excerpt: event.excerpt,
  sender_proven: event.senderProven,
  confidence: event.confidence ?? 0,
});
