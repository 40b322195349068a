import type { Deps } from "../compose";
import type { BulkPreview, MailPreview } from "../contract/mail";
import { buildMime, makeMessageId, parseMime } from "./compose-email";
import { computeFingerprint } from "./compose-email-content";
import { describeSenderAndCv, toEmailContent, type SenderAndCv } from "./compose-sender-and-cv";
import { checkBeforeSend } from "./send/check-before-send";
import { findUnconfirmableSendError, type SendState, toSendApiError } from "./send/rules-send";
import type { SendContext, Sender } from "./send/store-send-context";

/**
 * The mail that a send would send: really composed, and read back out of its MIME. Only the content of the CV is left out,
 * of which a preview shows the size.
 * @throws ApiError the one a send would give for what no confirmation helps with, save the do-not-contact list, which is shown
 */
export async function previewEmail(
  companyId: string,
  { sender, facts, toSendCheckInput: reviewFacts }: SendContext,
  { files, now }: Pick<Deps, "files" | "now">,
): Promise<MailPreview> {
  const known = facts.get(companyId);
  const reason = findUnconfirmableSendError(known);
  if (reason || !known) throw toSendApiError({ reason: reason ?? "not_found" });
  if (sender?.mailbox?.tokens === null) throw toSendApiError({ reason: "gmail_disconnected" });
  const senderAndCv = await requireSenderAndCv(sender, files);
  const content = toEmailContent(known.company, senderAndCv);
  const frame = await buildMime(content, await makeMessageId("", content.from.address), now());
  return {
    ...(await parseMime(frame, content.attachment?.size ?? 0)),
    fingerprint: await computeFingerprint(content),
    review: checkBeforeSend(reviewFacts(known.company)),
    do_not_contact: known.blocked,
    already_contacted: known.contacted,
    objection_pending: known.objectionPending,
  };
}

/** Who writes, and to whom. */
interface BatchPreviewInput {
  sender: Sender | undefined;
  facts: readonly SendState[];
}

/**
 * What a batch would send, by the fingerprint of each mail. Nothing is composed and the CV is not read.
 * @throws ApiError for what is missing to all of them: a linked mailbox, the CV
 */
export async function previewBatch(
  { sender, facts }: BatchPreviewInput,
  { files }: Pick<Deps, "files">,
): Promise<BulkPreview> {
  const senderAndCv = await requireSenderAndCv(sender, files);
  const { from, attachment } = senderAndCv;
  const made = await Promise.all(
    facts.map(async ({ company }) => [company.id, await computeFingerprint(toEmailContent(company, senderAndCv))]),
  );
  const shown = attachment && { name: attachment.name, size: attachment.size, type: attachment.type };
  return { from, attachment: shown, fingerprints: Object.fromEntries(made) as Record<string, string> };
}

async function requireSenderAndCv(sender: Sender | undefined, files: Deps["files"]): Promise<SenderAndCv> {
  if (!sender?.mailbox) throw toSendApiError({ reason: "gmail_disconnected", code: "gmail_required" });
  const senderAndCv = await describeSenderAndCv(sender, sender.mailbox, files);
  if ("reason" in senderAndCv) throw toSendApiError(senderAndCv);
  return senderAndCv;
}
