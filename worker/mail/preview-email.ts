import type { Deps } from "../compose";
import type { BulkPreview, MailPreview } from "../contract/mail";
import {
  buildMime,
  computeFingerprint,
  describeSenderAndCv,
  makeMessageId,
  parseMime,
  type SenderAndCv,
  toEmailContent,
} from "./compose-email";
import { checkBeforeSend } from "./send/check-letter-before-send";
import { findUnconfirmableSendError, toSendApiError } from "./send/rules-send-refusal";
import type { SendContext, Sender } from "./send/store-send-context";

/**
 * The e-mail that a send would send: composed, and read back from its MIME message. Only the bytes of the CV are left
 * out; a preview shows their size.
 * @throws ApiError that of a send when no confirmation overrides it, except the do-not-contact list, which is shown
 */
export async function previewEmail(
  companyId: string,
  { sender, sendStates, toSendCheckInput }: SendContext,
  { files, now }: Pick<Deps, "files" | "now">,
): Promise<MailPreview> {
  const state = sendStates.get(companyId);
  const reason = findUnconfirmableSendError(state);
  if (reason || !state) throw toSendApiError({ reason: reason ?? "not_found" });
  if (sender?.mailbox?.tokens === null) throw toSendApiError({ reason: "gmail_disconnected" });
  const senderAndCv = await requireSenderAndCv(sender, files);
  const content = toEmailContent(state.company, senderAndCv);
  const frame = await buildMime(content, await makeMessageId("", content.from.address), now());
  return {
    ...(await parseMime(frame, content.attachment?.size ?? 0)),
    fingerprint: await computeFingerprint(content),
    review: checkBeforeSend(toSendCheckInput(state.company)),
    do_not_contact: state.blocked,
    already_contacted: state.contacted,
    objection_pending: state.objectionPending,
  };
}

/**
 * What a batch would send, by the fingerprint of each e-mail, and what it would leave for a review. Nothing is composed
 * and the CV's file is not read.
 * @throws ApiError when the mailbox or the CV is missing
 */
export async function previewBatch(
  { sender, sendStates, toSendCheckInput }: SendContext,
  { files }: Pick<Deps, "files">,
): Promise<BulkPreview> {
  const senderAndCv = await requireSenderAndCv(sender, files);
  const { from, attachment } = senderAndCv;
  const companies = [...sendStates.values()].map(({ company }) => company);
  const fingerprints = await Promise.all(
    companies.map(
      async (company) => [company.id, await computeFingerprint(toEmailContent(company, senderAndCv))] as const,
    ),
  );
  return {
    from,
    attachment: attachment && { name: attachment.name, size: attachment.size, type: attachment.type },
    fingerprints: Object.fromEntries(fingerprints),
    // The mark of a message is of the sources at that time; these are those of now.
    needs_review: companies
      .filter((company) => company.message !== "" && checkBeforeSend(toSendCheckInput(company)).length > 0)
      .map(({ id }) => id),
  };
}

async function requireSenderAndCv(sender: Sender | undefined, files: Deps["files"]): Promise<SenderAndCv> {
  if (!sender?.mailbox) throw toSendApiError({ reason: "gmail_disconnected", code: "gmail_required" });
  const senderAndCv = await describeSenderAndCv(sender, sender.mailbox, files);
  if ("reason" in senderAndCv) throw toSendApiError(senderAndCv);
  return senderAndCv;
}
