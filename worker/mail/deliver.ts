import { dayOf } from "../account/rules";
import { toCompany } from "../companies/rules";
import { DEFAULT_SUBJECT } from "../contract/mail";
import { logFault } from "../log";
import { OutsideError } from "../ports";
import { type Access, openAccess } from "./access";
import { compose, oneLine } from "./compose";
import type { AskedOrder, Result } from "./order";
import { type DeliveryPorts, post } from "./post";
import { addressOf, type Facts, type No, reasonAgainst } from "./rules";
import { type Claim, claimMail, readDesk, type Sender, settleMail } from "./store-mails";

interface Outcome {
  result: Result;
  stop: boolean;
  access: Access;
}

interface Desk {
  order: AskedOrder;
  sender: Sender;
  access: Access;
  cv: Uint8Array | null;
}

/** Pause before the end of a mail is written down once more. Milliseconds. */
const SETTLE_AGAIN = 1_000;

/** Writes to the companies of an order, one after the other. Each is claimed, posted and settled by itself; what fails does not touch the others. */
export async function deliver(order: AskedOrder, ports: DeliveryPorts): Promise<Result[]> {
  const { sender, facts } = await readDesk(ports.db, order.userId, order.companyIds, dayOf(ports.now()).began);
  const reasons = new Map(order.companyIds.map((id) => [id, reasonAgainst(facts.get(id), order, order.versions[id])]));
  const anyReady = [...reasons.values()].includes(null);
  const desk = anyReady ? await openDesk(order, sender, ports) : null;

  const results: Result[] = [];
  let stop = false;
  for (const id of order.companyIds) {
    const reason = reasons.get(id) ?? null;
    const known = facts.get(id);
    if (reason !== null || !known || !desk) results.push({ id, no: { reason: reason ?? "not_found" } });
    else if ("reason" in desk) results.push({ id, no: desk });
    else if (stop || ports.stopped()) results.push({ id, no: { reason: "batch_stopped" } });
    else {
      const one = await deliverOne(known, desk, ports).catch((error: unknown) => broken(error, id, desk.access));
      results.push(one.result);
      desk.access = one.access;
      stop = one.stop;
    }
  }
  return results;
}

/** A fault of ours in the middle of a mail: whatever was claimed stays so until the sweep, and the others still get their answer. */
function broken(error: unknown, id: string, access: Access): Outcome {
  logFault("mail_delivery_broke", error);
  return { result: { id, no: { reason: "outcome_unknown" } }, stop: true, access };
}

/** What all mails of an order share. A mailbox that does not open or a CV that cannot be read claims nothing. */
async function openDesk(order: AskedOrder, sender: Sender | undefined, ports: DeliveryPorts): Promise<Desk | No> {
  const access = await openAccess(sender?.mailbox ?? null, ports);
  if ("reason" in access) return access;
  if (!sender?.attachCv || sender.cvPath === null) return sender ? { order, sender, access, cv: null } : { reason: "gmail_disconnected", code: "gmail_required" };
  try {
    const cv = await ports.files.get(sender.cvPath);
    // The user counts on the CV being there: without it nothing goes out.
    return cv ? { order, sender, access, cv } : { reason: "provider_error", code: "cv_required" };
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error;
    return { reason: "provider_error", code: "unavailable" };
  }
}

async function deliverOne(facts: Facts, desk: Desk, ports: DeliveryPorts): Promise<Outcome> {
  const { db, now } = ports;
  const { company } = facts;
  const { claim, mime } = await prepare(facts, desk, ports);
  const refused = await claimMail(db, claim);
  if (refused) {
    const no = whyUnclaimed(refused, desk, claim);
    return { result: { id: company.id, no }, stop: no.reason === "gmail_disconnected", access: desk.access };
  }
  const { userId, id, recipient } = claim;
  const posted = await post({ userId, id, mime, recipient }, desk.access, ports);
  const error = posted.no?.code ?? posted.no?.reason ?? null;
  const at = now();
  const end = { status: posted.status, error, response: posted.response, at: at.toISOString() };
  const after = await settleMail(db, claim, end).catch(async (fault: unknown) => {
    // Gmail's answer is known here and nowhere else: worth a second try.
    logFault("mail_settle_failed", fault);
    await ports.wait(SETTLE_AGAIN);
    return settleMail(db, claim, end);
  });
  const result = posted.no ? { id: company.id, no: posted.no } : { id: company.id, company: toCompany(after?.company ?? company, at) };
  return { result, stop: posted.stop, access: posted.access };
}

/** Composes before the claim: a message that cannot be composed leaves no trace of a send. */
async function prepare({ company }: Facts, { order, sender, access, cv }: Desk, { config, now }: DeliveryPorts): Promise<{ claim: Claim; mime: string }> {
  const date = now();
  const recipient = addressOf(company) ?? "";
  const subject = oneLine(company.subject) || DEFAULT_SUBJECT[company.language];
  const mime = await compose({ from: { name: sender.name, address: access.mailbox.email }, recipient, subject, text: company.message, cv, date });
  const claim = {
    id: crypto.randomUUID(), userId: order.userId, companyId: company.id, version: company.messageVersion, recipient, subject, body: company.message,
    from: access.mailbox.email, at: date.toISOString(), cap: { since: dayOf(date).began, limit: config.dailyLimit },
    confirmed: { contacted: order.confirm.includes("already_contacted"), unknown: order.confirm.includes("outcome_unknown") }, askedAt: order.askedAt,
  };
  return { claim, mime };
}

function whyUnclaimed(now: NonNullable<Awaited<ReturnType<typeof claimMail>>>, { order, access }: Desk, claim: Claim): No {
  if (now.sender?.mailbox?.email !== access.mailbox.email || now.sender.mailbox.tokens === null) return { reason: "gmail_disconnected" };
  const reason = reasonAgainst(now.facts, order, claim.version);
  if (reason) return { reason };
  const midnight = Date.parse(dayOf(new Date(claim.at)).ends);
  return now.sender.sentToday >= claim.cap.limit ? { reason: "daily_limit", retryAfterSeconds: (midnight - Date.parse(claim.at)) / 1000 } : { reason: "in_flight" };
}
