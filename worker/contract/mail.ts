import * as z from "zod/mini";
import { GmailStatus, Settings } from "./account";
import { Company, RecordedApplication } from "./companies";
import { defineEndpoint } from "./endpoint";
import { Id, idListField, MessageLanguage, pageLimitField, Time, Count, Flag, Text } from "./field-schemas";
import { LIMITS } from "./limits";

/** Which mail to a company: 0 is the application, 1 and 2 are follow-ups of it. */
export const FollowUpStep = z.literal([1, 2]);
export type FollowUpStep = z.infer<typeof FollowUpStep>;
export const MailStep = z.literal([0, 1, 2]);
export type MailStep = z.infer<typeof MailStep>;

/**
 * `already_applied`: the user has applied to the company in another way. `cv_language`: the CV that goes with the
 * letter is in another language than the letter.
 */
export const Confirmation = z.enum([
  "already_contacted",
  "already_applied",
  "outcome_unknown",
  "needs_review",
  "objection_pending",
  "cv_language",
]);
export type Confirmation = z.infer<typeof Confirmation>;

/**
 * Why a mail was not sent. Of follow-ups: `not_applied`, no application by e-mail is known to have left;
 * `answer_known`, the application has an outcome; `answer_unread`, what may be an answer waits for the user;
 * `followed_up`, there was this one already; `follow_up_too_early`.
 */
export const SendReason = z.enum([
  "already_sent",
  "missing_email",
  "missing_message",
  "not_found",
  "in_flight",
  "already_contacted",
  "already_applied",
  "do_not_contact",
  "dead_address",
  "undeliverable_address",
  "courtesy_wait",
  "needs_review",
  "objection_pending",
  "cv_language",
  "message_changed",
  "gmail_rate_limited",
  "daily_limit",
  "provider_error",
  "mailbox_cannot_send",
  "gmail_api_off",
  "outcome_unknown",
  "gmail_disconnected",
  "batch_stopped",
  "not_applied",
  "answer_known",
  "answer_unread",
  "followed_up",
  "follow_up_too_early",
]);
export type SendReason = z.infer<typeof SendReason>;

/**
 * Fingerprint of a preview, 64 hexadecimal digits: from, to, subject, text, where answers go, the CV byte by byte, and
 * all that the letter's PDF says but its date.
 */
export const Fingerprint = z.string().check(z.regex(/^[0-9a-f]{64}$/u));
/** The previewed version: a mail that differs is not sent. */
const reviewedMailFields = () => ({ message_version: z.optional(z.int()), fingerprint: z.optional(Fingerprint) });

export const SendBody = z.strictObject({
  confirm: z._default(z.array(Confirmation).check(z.maxLength(Confirmation.options.length)), []),
  ...reviewedMailFields(),
});
export const SendTestBody = z.strictObject(reviewedMailFields());
export const BulkSendBody = z.strictObject({
  company_ids: idListField(LIMITS.bulkSend, "bulk_send_limit"),
  message_versions: z.optional(z.record(Id, z.int())),
  fingerprints: z.optional(z.record(Id, Fingerprint)),
});

/**
 * Findings to confirm before a message is sent, a sentence that no source says among them. Its length and whether it
 * names the company are up to the user.
 */
export const SendFindingCode = z.enum([
  "other_company",
  "unknown_name",
  "unknown_figure",
  "unknown_skill",
  "unknown_diploma",
  "unknown_title",
  "language_level",
  "moved_fact",
  "placeholder",
  "foreign_contact",
  "machine_talk",
  "obeyed_stranger",
  "against_candidate",
  "private_claim",
  "nothing_of_candidate",
  "wrong_language",
  "markup",
  "hidden_characters",
  "unsupported_sentence",
]);
export type SendFindingCode = z.infer<typeof SendFindingCode>;
/** `detail` quotes the words concerned. */
export const SendFinding = z.object({ code: SendFindingCode, detail: Text });
export type SendFinding = z.infer<typeof SendFinding>;

/** What is attached; `size` in bytes. */
const Attachment = z.object({ name: Text, size: Count, type: Text });

/** A profile in a preview; `language` as in the list of profiles. */
const MailProfile = z.object({ id: Text, name: Text, language: z.nullable(MessageLanguage) });

/** The mail that would be sent: composed, and parsed again. */
export const MailPreview = z.object({
  from: z.object({ name: Text, address: Text }),
  to: Text,
  /** Where answers go, if not to `from`. */
  reply_to: z.nullable(Text),
  subject: Text,
  text: Text,
  attachment: z.nullable(Attachment),
  /** The letter as a PDF, before the CV; null where it is not attached. It bears the date of the day it leaves. */
  letter: z.nullable(Attachment),
  fingerprint: Fingerprint,
  /** Findings that need the confirmation `needs_review`; empty for none. */
  review: z.array(SendFinding),
  /** No confirmation overrides it. */
  do_not_contact: Flag,
  already_contacted: Flag,
  /** Why it is: the company written to, and what both share. Null: not so, or the user has deleted it. */
  contacted_company: z.nullable(z.object({ id: Id, name: Text, website: Text, same: z.enum(["address", "name"]) })),
  /** How the user has applied without e-mail: a send needs the confirmation `already_applied`. Null: they have not. */
  applied: z.nullable(RecordedApplication),
  /** An unproven objection exists: a send needs that confirmation. */
  objection_pending: Flag,
  /** The attached CV is in another language than the letter: a send needs that confirmation. */
  cv_language: Flag,
  /** From when on the company may be written to, where it is given time between applications; null for now. */
  free_at: z.nullable(Time),
  /** Mails of other users came back from the address. No confirmation overrides it. */
  undeliverable: Flag,
  /** As its text says, else as it was ordered. */
  letter_language: MessageLanguage,
  /** The profile whose CV is attached. */
  profile: MailProfile,
  /** Whether Gmail keeps a follow-up in the conversation of its application; null for an application. */
  in_thread: z.nullable(Flag),
});
export type MailPreview = z.infer<typeof MailPreview>;

/**
 * Common parts of a batch's mails, and the fingerprint of each, equal to its preview's. Missing companies are left out.
 */
export const BulkPreview = z.object({
  from: z.object({ name: Text, address: Text }),
  attachment: z.nullable(Attachment),
  /** Each mail carries its letter as a PDF, too. */
  letters: Flag,
  fingerprints: z.record(Text, Fingerprint),
  /** Ids of those a batch would not send: their preview has findings in `review`. */
  needs_review: z.array(Text),
  /** Ids of those that need the confirmation of that name. */
  cv_language: z.array(Text),
  /** From when on companies may be written to that are given time between applications; the others are left out. */
  free_at: z.record(Text, Time),
  /** Ids of those whose address is undeliverable. */
  undeliverable: z.array(Text),
  /** What is attached, by profile, in the order of the profiles; `attachment` above is the first one's. */
  profiles: z.array(z.extend(MailProfile, { attachment: z.nullable(Attachment), company_ids: z.array(Text) })),
});
export type BulkPreview = z.infer<typeof BulkPreview>;

/** An address or a domain, which covers its sub-domains; lower case, ASCII. Newest first. */
export const DoNotContact = z.object({ entries: z.array(z.object({ entry: Text, created_at: Time })) });
/** Objections of the companies on the dashboard: addresses and domains to which nobody may write. */
export const listObjections = defineEndpoint({
  method: "GET",
  path: "/dashboard/objections",
  access: "ready",
  answer: z.object({ entries: z.array(z.object({ entry: Text })) }),
});
const DoNotContactBody = z.strictObject({
  entry: z.string().check(z.trim(), z.minLength(1, "required"), z.maxLength(LIMITS.emailLength, "too_long")),
});

export const MailStatus = z.enum(["sending", "sent", "failed", "unknown", "bounced"]);
export type MailStatus = z.infer<typeof MailStatus>;
export const LoggedMail = z.object({
  id: Text,
  company_id: Text,
  /** The company's name at that time. */
  company_name: Text,
  /** A test mail that the user sent to themselves. */
  test: Flag,
  step: MailStep,
  time: Time,
  recipient: Text,
  subject: Text,
  body: Text,
  status: MailStatus,
  error: z.nullable(Text),
  provider_response: z.nullable(Text),
  /** Gmail's id of the conversation; null where no mail is known to have left. */
  gmail_thread_id: z.nullable(Text),
});
export type LoggedMail = z.infer<typeof LoggedMail>;
export const LogQuery = z.strictObject({
  limit: pageLimitField(50),
  cursor: z.optional(z.string().check(z.maxLength(200))),
});

export const sendEmail = defineEndpoint({
  method: "POST",
  path: "/dashboard/companies/:id/send-email",
  access: "ready",
  body: SendBody,
  bodyOptional: true,
  answer: z.object({ company: Company }),
});
export const bulkSend = defineEndpoint({
  method: "POST",
  path: "/dashboard/companies/bulk-send",
  access: "ready",
  body: BulkSendBody,
  answer: z.object({
    sent_ids: z.array(Text),
    /** `free_on`: with `courtesy_wait`, the day (UTC) from which on the company may be written to. */
    failed: z.array(z.object({ id: Text, reason: SendReason, free_on: z.optional(Text) })),
  }),
});
/** Previews a batch without composing it: a `bulk-send` with these fingerprints sends this, or nothing. */
export const bulkPreview = defineEndpoint({
  method: "POST",
  path: "/dashboard/companies/bulk-preview",
  readOnly: true,
  access: "ready",
  body: z.strictObject({ company_ids: idListField(LIMITS.bulkSend, "bulk_send_limit") }),
  answer: BulkPreview,
});
export const getMailPreview = defineEndpoint({
  method: "GET",
  path: "/dashboard/companies/:id/preview",
  access: "ready",
  answer: z.object({ preview: MailPreview }),
});
/** The letter as the PDF that a mail carries, with today's date; also where none is attached. */
export const getLetterFile = defineEndpoint({
  method: "GET",
  path: "/dashboard/companies/:id/letter",
  access: "ready",
  answer: z.unknown(),
  answerType: "application/pdf",
});
/** The same mail to the linked address itself. The company is unchanged; the daily limit counts it. */
export const sendTest = defineEndpoint({
  method: "POST",
  path: "/dashboard/companies/:id/send-test",
  access: "ready",
  body: SendTestBody,
  bodyOptional: true,
  answer: z.object({ to: Text }),
});
export const listDoNotContact = defineEndpoint({
  method: "GET",
  path: "/settings/do-not-contact",
  access: "session",
  answer: DoNotContact,
});
export const addDoNotContact = defineEndpoint({
  method: "POST",
  path: "/settings/do-not-contact",
  access: "session",
  body: DoNotContactBody,
  answer: DoNotContact,
});
export const removeDoNotContact = defineEndpoint({
  method: "DELETE",
  path: "/settings/do-not-contact",
  access: "session",
  body: DoNotContactBody,
  answer: DoNotContact,
});
export const listSentMails = defineEndpoint({
  method: "GET",
  path: "/settings/emails",
  access: "session",
  query: LogQuery,
  answer: z.object({ emails: z.array(LoggedMail), next_cursor: z.nullable(Text) }),
});
export const getGmailStatus = defineEndpoint({
  method: "GET",
  path: "/settings/gmail/status",
  access: "session",
  answer: GmailStatus,
});
export const createGmailAuthorizationUrl = defineEndpoint({
  method: "POST",
  path: "/settings/gmail/authorization-url",
  readOnly: true,
  access: "session",
  answer: z.object({ auth_url: Text }),
});
export const disconnectGmail = defineEndpoint({
  method: "DELETE",
  path: "/settings/gmail",
  access: "session",
  answer: Settings,
});

/** Google's redirect target for the popup; an HTML page, so no JSON endpoint. */
export const GMAIL_CALLBACK_PATH = "/settings/gmail/callback";
/** Type of the message the callback page posts to the window that opened it. */
export const GMAIL_LINK_SUCCESS = "gmail-link-success";
export const GMAIL_LINK_FAILURE = "gmail-link-failure";

/** The default subject of a mail without one; the preview shows it too. */
export const DEFAULT_SUBJECT: Record<MessageLanguage, string> = {
  fr: "Candidature spontanée",
  en: "Speculative application",
  de: "Initiativbewerbung",
};
