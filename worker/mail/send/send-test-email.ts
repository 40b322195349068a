import { logError } from "../../lib/log";
import type { TestSendRequest, TestSendResult } from "../../platform/send-request";
import { composeEmail, computeFingerprint, toEmailContent } from "../compose-email";
import { findTestSendError } from "./rules-send-refusal";
import { claimAndPost, openMailbox, type SendPorts, toMailClaim } from "./send-email";
import { claimTest, recordTestOutcome } from "./store-mail-claims";
import { loadSendContext } from "./store-send-context";

/** Sends the e-mail to a company to the linked address itself. It claims and changes nothing of the company. */
export async function sendTestEmail(request: TestSendRequest, ports: SendPorts): Promise<TestSendResult> {
  const { userId, companyId, version, fingerprint } = request;
  const { sender, sendStates } = await loadSendContext(ports.db, userId, { companyIds: [companyId] }, ports.now());
  const state = sendStates.get(companyId);
  const reason = findTestSendError(state, version);
  if (reason || !state) return { no: { reason: reason ?? "not_found" } };
  const opened = await openMailbox(sender, ports);
  if ("reason" in opened) return { no: opened };

  const { access } = opened;
  const senderAndCv = await opened.loadCv(state.cvPath);
  if ("reason" in senderAndCv) return { no: senderAndCv };
  const content = toEmailContent(state.company, senderAndCv);
  if (fingerprint !== undefined && fingerprint !== (await computeFingerprint(content)))
    return { no: { reason: "message_changed" } };
  const contentToSender = { ...content, to: content.from.address };
  const email = await composeEmail(contentToSender, senderAndCv, ports.now());
  const claim = toMailClaim(state.company, email, ports);
  try {
    const done = await claimAndPost(claim, email, access, ports, {
      purpose: "test",
      claim: () => claimTest(ports.db, claim),
      findError: (current) => findTestSendError(current, claim.version),
      recordOutcome: (outcome) => recordTestOutcome(ports.db, claim, outcome),
    });
    const failure = "unclaimed" in done ? done.unclaimed : done.posted.no;
    return failure ? { no: failure } : { to: contentToSender.to };
  } catch (error) {
    // The claim stays until it expires.
    logError("mail_delivery_broke", error);
    return { no: { reason: "outcome_unknown" } };
  }
}
