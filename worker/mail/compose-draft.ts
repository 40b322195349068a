import type { CompanyRow } from "../companies/rules-recipient";
import type { MimeMessage } from "../platform/ports";
import type { ReceivedSendRequest, SendFailure } from "../platform/send-request";
import { buildMime, makeMessageId } from "./compose-email";
import { computeFingerprint, type EmailContent } from "./compose-email-content";
import { toEmailContent, type LoadedSenderAndCv } from "./compose-sender-and-cv";
import { checkBeforeSend } from "./send/check-before-send";
import type { SendContext } from "./send/store-send-context";

/** A mail put together: what a person sees of it, and what Gmail is given. */
export interface ComposedEmail {
  /** Of its row in the log. */
  id: string;
  messageId: string;
  content: EmailContent;
  mime: MimeMessage;
}

/** Puts the mail to a company together, before anything is claimed: one that cannot be composed leaves no trace of a send. */
export async function checkAndComposeEmail(
  company: CompanyRow,
  request: ReceivedSendRequest,
  context: SendContext,
  senderAndCv: LoadedSenderAndCv,
  date: Date,
): Promise<ComposedEmail | SendFailure> {
  if (!request.confirm.includes("needs_review") && checkBeforeSend(context.toSendCheckInput(company)).length > 0)
    return { reason: "needs_review" };
  const content = toEmailContent(company, senderAndCv);
  const seen = request.fingerprints[company.id];
  if (seen !== undefined && seen !== (await computeFingerprint(content))) return { reason: "message_changed" };
  return composeEmail(content, senderAndCv, date);
}

/** A letter as it goes out. */
export async function composeEmail(
  letter: EmailContent,
  { attached }: LoadedSenderAndCv,
  date: Date,
): Promise<ComposedEmail> {
  const id = crypto.randomUUID();
  const messageId = await makeMessageId(id, letter.from.address);
  return { id, messageId, content: letter, mime: { ...(await buildMime(letter, messageId, date)), attached } };
}
