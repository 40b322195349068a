import { dayOf } from "../account/rules";
import { logFault } from "../log";
import { claimOf, dispatch, open } from "./dispatch";
import { draftOf } from "./draft";
import { fingerprintOf } from "./letter";
import type { TestOrder, TestResult } from "./order";
import { letterTo } from "./papers";
import type { DeliveryPorts } from "./post";
import { reasonAgainstTest } from "./rules";
import { readDesk } from "./store-desk";
import { claimTest, settleTest } from "./store-mails";

/** Sends the letter to a company to the linked address itself. Of the company nothing is claimed and nothing changes. */
export async function deliverTest(order: TestOrder, ports: DeliveryPorts): Promise<TestResult> {
  const { userId, companyId, version, fingerprint } = order;
  const { sender, facts } = await readDesk(ports.db, userId, [companyId], dayOf(ports.now()).began);
  const known = facts.get(companyId);
  const reason = reasonAgainstTest(known, version);
  if (reason || !known) return { no: { reason: reason ?? "not_found" } };
  const opened = await open(sender, ports);
  if ("reason" in opened) return { no: opened };

  const letter = letterTo(known.company, opened.papers);
  if (fingerprint !== undefined && fingerprint !== (await fingerprintOf(letter)))
    return { no: { reason: "message_changed" } };
  const toMyself = { ...letter, to: letter.from.address };
  const draft = await draftOf(toMyself, opened.papers, ports.now());
  const claim = claimOf(known.company, draft, ports);
  try {
    const done = await dispatch(claim, draft.mime, opened.access, ports, {
      take: () => claimTest(ports.db, claim),
      against: (now) => reasonAgainstTest(now, claim.version),
      settle: (end) => settleTest(ports.db, claim, end),
    });
    const no = "unclaimed" in done ? done.unclaimed : done.posted.no;
    return no ? { no } : { to: toMyself.to };
  } catch (error) {
    // Whatever was claimed stays so until the sweep.
    logFault("mail_delivery_broke", error);
    return { no: { reason: "outcome_unknown" } };
  }
}
