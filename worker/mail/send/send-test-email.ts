import { toSendingDay } from "../../auth/rules-daily-limit";
import { logError } from "../../lib/log";
import type { TestSendRequest, TestSendResult } from "../../platform/send-request";
import { composeEmail } from "../compose-draft";
import { computeFingerprint } from "../compose-email-content";
import { toEmailContent } from "../compose-sender-and-cv";
import type { SendPorts } from "./post-to-gmail";
import { findTestSendError } from "./rules-send";
import { toMailClaim, claimAndPost, openMailbox } from "./send-email";
import { claimTest, recordTestOutcome } from "./store-mail-claims";
import { loadSendContext } from "./store-send-context";

/** Sends the letter to a company to the linked address itself. Of the company nothing is claimed and nothing changes. */
export async function sendTestEmail(order: TestSendRequest, ports: SendPorts): Promise<TestSendResult> {
  const { userId, companyId, version, fingerprint } = order;
  const { sender, facts } = await loadSendContext(ports.db, userId, [companyId], toSendingDay(ports.now()).began);
  const known = facts.get(companyId);
  const reason = findTestSendError(known, version);
  if (reason || !known) return { no: { reason: reason ?? "not_found" } };
  const opened = await openMailbox(sender, ports);
  if ("reason" in opened) return { no: opened };

  const content = toEmailContent(known.company, opened.papers);
  if (fingerprint !== undefined && fingerprint !== (await computeFingerprint(content)))
    return { no: { reason: "message_changed" } };
  const toMyself = { ...content, to: content.from.address };
  const draft = await composeEmail(toMyself, opened.papers, ports.now());
  const claim = toMailClaim(known.company, draft, ports);
  try {
    const done = await claimAndPost(claim, draft.mime, opened.access, ports, {
      claim: () => claimTest(ports.db, claim),
      findError: (now) => findTestSendError(now, claim.version),
      recordOutcome: (end) => recordTestOutcome(ports.db, claim, end),
    });
    const no = "unclaimed" in done ? done.unclaimed : done.posted.no;
    return no ? { no } : { to: toMyself.to };
  } catch (error) {
    // Whatever was claimed stays so until the sweep.
    logError("mail_delivery_broke", error);
    return { no: { reason: "outcome_unknown" } };
  }
}
