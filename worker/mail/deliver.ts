import { dayOf } from "../account/rules";
import { toCompany } from "../companies/rules";
import { logFault } from "../log";
import type { Access } from "./access";
import { claimOf, dispatch, open } from "./dispatch";
import { draftMail } from "./draft";
import type { AskedOrder, Result } from "./order";
import type { LoadedPapers } from "./papers";
import type { DeliveryPorts } from "./post";
import { type Facts, type No, reasonAgainst } from "./rules";
import { type Desk, readDesk } from "./store-desk";
import { writeBack } from "./store-ledger";
import { type Claim, claimMail, settleMail } from "./store-mails";

interface Outcome {
  result: Result;
  stop: boolean;
  access: Access;
}

interface Batch {
  order: AskedOrder;
  desk: Desk;
  papers: LoadedPapers;
}

/** Writes to the companies of an order, one after the other. Each is claimed, posted and settled by itself; what fails does not touch the others. */
export async function deliver(order: AskedOrder, ports: DeliveryPorts): Promise<Result[]> {
  const desk = await readDesk(ports.db, order.userId, order.companyIds, dayOf(ports.now()).began);
  const looked = order.companyIds.map((id) => ({
    id,
    facts: desk.facts.get(id),
    reason: reasonAgainst(desk.facts.get(id), order, order.versions[id]),
  }));
  const ready = looked.flatMap(({ facts, reason }) => (facts && reason === null ? [facts] : []));
  const opened = ready.length > 0 ? await open(desk.sender, ports) : null;
  if (!opened || "reason" in opened)
    return looked.map(({ id, reason }) => ({
      id,
      no: opened && reason === null ? opened : { reason: reason ?? "not_found" },
    }));

  const batch: Batch = { order, desk, papers: opened.papers };
  const results: Result[] = [];
  let { access } = opened;
  let stop = false;
  for (const { id, facts, reason } of looked) {
    if (reason !== null || !facts) results.push({ id, no: { reason: reason ?? "not_found" } });
    else if (stop || ports.stopped()) results.push({ id, no: { reason: "batch_stopped" } });
    else {
      const one = await deliverOne(facts, batch, access, ports).catch((error: unknown) => broken(error, id, access));
      results.push(one.result);
      ({ access, stop } = one);
    }
  }
  return results;
}

/** A fault of ours in the middle of a mail: whatever was claimed stays so until the sweep, and the others still get their answer. */
function broken(error: unknown, id: string, access: Access): Outcome {
  logFault("mail_delivery_broke", error);
  return { result: { id, no: { reason: "outcome_unknown" } }, stop: true, access };
}

async function deliverOne({ company }: Facts, batch: Batch, access: Access, ports: DeliveryPorts): Promise<Outcome> {
  const { order, desk, papers } = batch;
  const { confirm, askedAt } = order;
  const { db, now, ledger } = ports;
  const notSent = (no: No, stop: boolean): Outcome => ({ result: { id: company.id, no }, stop, access });
  const draft = await draftMail(company, order, desk, papers, now());
  if ("reason" in draft) return notSent(draft, false);
  const claim: Claim = {
    ...claimOf(company, draft, ports),
    askedAt,
    confirmed: {
      contacted: confirm.includes("already_contacted"),
      unknown: confirm.includes("outcome_unknown"),
      objection: confirm.includes("objection_pending"),
    },
  };
  const remembered = ledger.recall({ companyId: company.id, recipient: claim.recipient, confirm, askedAt });
  const done = await dispatch(claim, draft.mime, access, ports, {
    take: async () => {
      // Never claimed against the ledger: the database may have been set back to before what it knows.
      if (remembered) return writeBack(db, claim, remembered.entries);
      const refused = await claimMail(db, claim);
      if (!refused)
        ledger.begin({
          id: claim.id,
          company_id: company.id,
          company_name: company.name,
          recipient: claim.recipient,
          subject: claim.subject,
          body: claim.body,
          message_id: claim.messageId,
          created_at: claim.at,
        });
      return refused;
    },
    against: (known) => reasonAgainst(known, order, claim.version) ?? remembered?.reason ?? null,
    settle: async (end) => {
      ledger.settle(claim.id, end);
      return settleMail(db, claim, end);
    },
  });
  if ("unclaimed" in done) return notSent(done.unclaimed, done.unclaimed.reason === "gmail_disconnected");
  const { posted, after } = done;
  const result = posted.no
    ? { id: company.id, no: posted.no }
    : { id: company.id, company: toCompany(after?.company ?? company, now()) };
  return { result, stop: posted.stop, access: posted.access };
}
