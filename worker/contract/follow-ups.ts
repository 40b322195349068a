import * as z from "zod/mini";
import { MessageAuthor } from "./companies";
import { defineEndpoint } from "./endpoint";
import {
  Count,
  Flag,
  MessageLanguage,
  multiLineField,
  pageLimitField,
  singleLineField,
  Text,
  Time,
} from "./field-schemas";
import { LIMITS } from "./limits";
import { FollowUpStep, MailPreview } from "./mail";
import { CheckedText } from "./messages";

/**
 * Why a follow-up may not leave now: the company is archived, no application by e-mail is known to have left, an
 * outcome is known or waits to be confirmed, both follow-ups were made, one is on its way, it is too early, its address
 * is dead, or must not be written to.
 */
export const FollowUpBlock = z.enum([
  "not_found",
  "not_applied",
  "answer_known",
  "answer_unread",
  "followed_up",
  "in_flight",
  "follow_up_too_early",
  "dead_address",
  "do_not_contact",
]);
export type FollowUpBlock = z.infer<typeof FollowUpBlock>;

/** The next follow-up of an application. */
export const FollowUp = z.object({
  company_id: Text,
  company_name: Text,
  website: Text,
  city: Text,
  /** Numbers in E.164, each with the text that people of its country read. */
  phones: z.array(z.object({ number: Text, text: Text })),
  /** Null when both were made. */
  step: z.nullable(FollowUpStep),
  /** Null when it may leave. */
  block: z.nullable(FollowUpBlock),
  /** When the application left, and when the company was last written to or called; null without an application. */
  applied_at: z.nullable(Time),
  last_contact_at: z.nullable(Time),
  /** From when on it may leave. */
  due_at: z.nullable(Time),
  /** Where it goes: the recipient of the application. */
  recipient: z.nullable(Text),
  /** Its last attempt has an unknown outcome: another needs that confirmation. */
  outcome_unknown: Flag,
  /** Empty while there is none. */
  message: Text,
  /** Counts the changes of the text; 0 for none. */
  version: Count,
  author: z.nullable(MessageAuthor),
  language: MessageLanguage,
});
export type FollowUp = z.infer<typeof FollowUp>;
const FollowUpAnswer = z.object({ follow_up: FollowUp });

/** It is time to follow these up; those whose company was last heard from latest first. */
export const listFollowUps = defineEndpoint({
  method: "GET",
  path: "/follow-ups",
  access: "ready",
  query: z.strictObject({ limit: pageLimitField(LIMITS.followUpList) }),
  /** `total`: of all, also those beyond the limit. */
  answer: z.object({ follow_ups: z.array(FollowUp), total: Count }),
});
export const getFollowUp = defineEndpoint({
  method: "GET",
  path: "/dashboard/companies/:id/follow-up",
  access: "ready",
  answer: FollowUpAnswer,
});
/**
 * Writes the next follow-up, also before its time. 409 `message_changed` unless `replaces` is the present version, so
 * that a text of the user's own is never replaced unasked.
 */
export const writeFollowUp = defineEndpoint({
  method: "POST",
  path: "/dashboard/companies/:id/follow-up/write",
  access: "ready",
  quota: "generation",
  body: z.strictObject({ replaces: z._default(z.int().check(z.nonnegative()), 0) }),
  bodyOptional: true,
  answer: FollowUpAnswer,
});
/** Saves the user's own text of the next follow-up. 409 `message_changed` unless `replaces` is the present version. */
export const saveFollowUp = defineEndpoint({
  method: "PATCH",
  path: "/dashboard/companies/:id/follow-up",
  access: "ready",
  body: z.strictObject({
    message: multiLineField(LIMITS.followUpLength, "message_required"),
    replaces: z.int().check(z.nonnegative()),
  }),
  answer: FollowUpAnswer,
});
/** Where each sentence of a follow-up comes from: of the saved text, or of the one given. */
export const checkFollowUp = defineEndpoint({
  method: "POST",
  path: "/dashboard/companies/:id/follow-up/check",
  readOnly: true,
  access: "ready",
  body: z.strictObject({ message: z.optional(z.string().check(z.maxLength(LIMITS.followUpLength, "too_long"))) }),
  bodyOptional: true,
  answer: CheckedText,
});
/** The mail as it would be sent; it is approved by its fingerprint, as a mail of the outbox with its `step`. */
export const getFollowUpPreview = defineEndpoint({
  method: "GET",
  path: "/dashboard/companies/:id/follow-up/preview",
  access: "ready",
  answer: z.object({ preview: MailPreview }),
});
/** The user has called in place of the next follow-up. */
export const recordCall = defineEndpoint({
  method: "POST",
  path: "/dashboard/companies/:id/follow-up/call",
  access: "ready",
  body: z.strictObject({ step: FollowUpStep, number: singleLineField(LIMITS.applicationTarget) }),
  answer: FollowUpAnswer,
});
export const undoCall = defineEndpoint({
  method: "DELETE",
  path: "/dashboard/companies/:id/follow-up/call",
  access: "ready",
  body: z.strictObject({ step: FollowUpStep }),
  answer: FollowUpAnswer,
});
