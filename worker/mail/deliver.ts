import { dayOf } from "../account/rules";
import { toCompany } from "../companies/rules";
import { logFault } from "../log";
import type { Access } from "./access";
import { claimOf, dispatch, open } from "./dispatch";
import { type Drafts, draftsOf } from "./draft";
import type { AskedOrder, Result } from "./order";
import type { DeliveryPorts } from "./post";
import { type Facts, type No, reasonAgainst } from "./rules";
import { readDesk } from "./store-desk";
import { type Claim, claimMail, settleMail } from "./store-mails";

interface Outcome {
  result: Result;
  stop: boolean;
  access: Access;
}

/** Writes to the companies of an order, one after the other. Each is claimed, posted and settled by itself; what fails does not touch the others. */
export async function deliver(order: AskedOrder, ports: DeliveryPorts): Promise<Result[]> {
  const desk = await readDesk(ports.db, order.userId, order.companyIds, dayOf(ports.now()).began);
  const looked = order.companyIds.map((id) => ({ id, facts: desk.facts.get(id), reason: reasonAgainst(desk.facts.get(id), order, order.versions[id]) }));
  const ready = looked.flatMap(({ facts, reason }) => (facts && reason === null ? [facts] : []));
  const opened = ready.length > 0 ? await open(desk.sender, ports) : null;
  if (!opened || "reason" in opened) return looked.map(({ id, reason }) => ({ id, no: opened && reason === null ? opened : { reason: reason ?? "not_found" } }));

  const drafts = draftsOf(order, desk, opened.papers, ports);
  const results: Result[] = [];
  let { access } = opened;
  let stop = false;
  for (const { id, facts, reason } of looked) {
    if (reason !== null || !facts) results.push({ id, no: { reason: reason ?? "not_found" } });
    else if (stop || ports.stopped()) results.push({ id, no: { reason: "batch_stopped" } });
    else {
      const next = ready[ready.indexOf(facts) + 1];
      const one = await deliverOne(facts, next, drafts, order, access, ports).catch((error: unknown) => broken(error, id, access));
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

async function deliverOne(facts: Facts, next: Facts | undefined, drafts: Drafts, order: AskedOrder, access: Access, ports: DeliveryPorts): Promise<Outcome> {
  const { db, now } = ports;
  const { company } = facts;
  const notSent = (no: No, stop: boolean): Outcome => ({ result: { id: company.id, no }, stop, access });
  const draft = await drafts.of(facts);
  if ("reason" in draft) return notSent(draft, false);
  const claim: Claim = {
    ...claimOf(company, draft.letter, ports), askedAt: order.askedAt,
    confirmed: {
      contacted: order.confirm.includes("already_contacted"), unknown: order.confirm.includes("outcome_unknown"),
      objection: order.confirm.includes("objection_pending"),
    },
  };
  const done = await dispatch(claim, draft.mime, access, ports, {
    take: async () => {
      const refused = await claimMail(db, claim);
      if (!refused && next) drafts.prepare(next);
      return refused;
    },
    against: (known) => reasonAgainst(known, order, claim.version),
    settle: (end) => settleMail(db, claim, end),
  });
  if ("unclaimed" in done) return notSent(done.unclaimed, done.unclaimed.reason === "gmail_disconnected");
  const { posted, after } = done;
  const result = posted.no ? { id: company.id, no: posted.no } : { id: company.id, company: toCompany(after?.company ?? company, now()) };
  return { result, stop: posted.stop, access: posted.access };
}
