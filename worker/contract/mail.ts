import { z } from "zod";
import { GmailStatus, Settings } from "./account";
import { Company } from "./companies";
import { endpoint } from "./endpoint";
import { Id, ids, type MessageLanguage, Time } from "./fields";
import { LIMITS } from "./limits";

export const Confirmation = z.enum(["already_contacted", "outcome_unknown", "needs_review"]);
export type Confirmation = z.infer<typeof Confirmation>;

/** Why a company of a batch was not sent. */
export const SendReason = z.enum([
  "already_sent", "missing_email", "missing_message", "not_found", "in_flight", "already_contacted", "do_not_contact", "needs_review", "message_changed",
  "gmail_rate_limited", "daily_limit", "provider_error", "outcome_unknown", "gmail_disconnected", "batch_stopped",
]);
export type SendReason = z.infer<typeof SendReason>;

export const SendBody = z.strictObject({ confirm: z.array(Confirmation).max(3).default([]), message_version: z.number().int().optional() });
export const BulkSendBody = z.strictObject({
  company_ids: ids(LIMITS.bulkSend, "bulk_send_limit"),
  message_versions: z.record(Id, z.number().int()).optional(),
});

export const MailStatus = z.enum(["sending", "sent", "failed", "unknown"]);
export type MailStatus = z.infer<typeof MailStatus>;
export const LoggedMail = z.object({
  id: z.string(),
  company_id: z.string(),
  time: Time,
  recipient: z.string(),
  subject: z.string(),
  body: z.string(),
  status: MailStatus,
  error: z.string().nullable(),
  provider_response: z.string().nullable(),
});
export type LoggedMail = z.infer<typeof LoggedMail>;
export const LogQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(LIMITS.pageMax).default(50),
  cursor: z.string().max(200).optional(),
});

export const sendEmail = endpoint({ method: "POST", path: "/dashboard/companies/:id/send-email", access: "ready", body: SendBody, bodyOptional: true, answer: z.object({ company: Company }) });
export const bulkSend = endpoint({
  method: "POST", path: "/dashboard/companies/bulk-send", access: "ready", body: BulkSendBody,
  answer: z.object({ sent_ids: z.array(z.string()), failed: z.array(z.object({ id: z.string(), reason: SendReason })) }),
});
export const sentLog = endpoint({ method: "GET", path: "/settings/emails", access: "session", query: LogQuery, answer: z.object({ emails: z.array(LoggedMail), next_cursor: z.string().nullable() }) });
export const gmailStatus = endpoint({ method: "GET", path: "/settings/gmail/status", access: "session", answer: GmailStatus });
export const gmailAuthorizationUrl = endpoint({ method: "POST", path: "/settings/gmail/authorization-url", access: "session", answer: z.object({ auth_url: z.string() }) });
export const disconnectGmail = endpoint({ method: "DELETE", path: "/settings/gmail", access: "session", answer: Settings });

/** Where Google sends the popup back to; an HTML page, so no JSON endpoint. */
export const GMAIL_CALLBACK_PATH = "/settings/gmail/callback";
/** Type of the message the callback page posts to the window that opened it. */
export const GMAIL_LINK_SUCCESS = "gmail-link-success";
export const GMAIL_LINK_FAILURE = "gmail-link-failure";

/** The subject a mail gets when its message was written without one; the preview shows it too. */
export const DEFAULT_SUBJECT: Record<MessageLanguage, string> = {
  fr: "Candidature spontanée",
  en: "Speculative application",
  de: "Initiativbewerbung",
};
