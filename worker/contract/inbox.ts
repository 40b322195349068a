import * as z from "zod/mini";
import { defineEndpoint } from "./endpoint";
import { Count, Flag, Text, Time } from "./field-schemas";

/**
 * What became of a mail that was forwarded. Taken: `answer` and `bounce` gave a proposal, `automatic`, `own_copy`,
 * `delayed`, `unmatched` and `known` (nothing new) did not. Refused: `too_large`, `malformed`, `loop`, `forged` (its
 * sender is not who it says), `not_forwarded` (it did not come from the user's Gmail), `other_mailbox` (Google asks to
 * confirm the address for somebody else's mailbox), `over_limit`.
 */
export const InboxCountKind = z.enum([
  "answer",
  "bounce",
  "automatic",
  "own_copy",
  "delayed",
  "unmatched",
  "known",
  "too_large",
  "malformed",
  "loop",
  "forged",
  "not_forwarded",
  "other_mailbox",
  "over_limit",
]);
export type InboxCountKind = z.infer<typeof InboxCountKind>;

/** The user's forwarding address, with all that setting it up in Gmail takes. */
export const Inbox = z.object({
  address: Text,
  created_at: Time,
  keep_excerpts: Flag,
  /** What Google has sent to confirm the address: a code, a link, or both. Null until it comes. */
  confirmation: z.nullable(z.object({ code: z.nullable(Text), link: z.nullable(Text), at: Time })),
  filter: z.object({
    /** What to paste into Gmail's filter, one text a filter. */
    texts: z.array(Text),
    /** When the user said that it is set, and whether companies were written to since that it leaves out. */
    set_at: z.nullable(Time),
    is_outdated: Flag,
  }),
  last_mail_at: z.nullable(Time),
  counts: z.array(z.object({ kind: InboxCountKind, count: Count, last_at: Time })),
});
export type Inbox = z.infer<typeof Inbox>;

/** `available`: the operator has a domain for it. `inbox`: null while it is off. */
export const InboxAnswer = z.object({ available: Flag, inbox: z.nullable(Inbox) });
export type InboxAnswer = z.infer<typeof InboxAnswer>;

export const getInbox = defineEndpoint({
  method: "GET",
  path: "/settings/inbox",
  access: "session",
  answer: InboxAnswer,
});
/** Turns it on; one that is on stays as it is. */
export const openInbox = defineEndpoint({
  method: "POST",
  path: "/settings/inbox",
  access: "session",
  answer: InboxAnswer,
});
/** Another address; mail to the present one is refused from now on. */
export const renewInboxAddress = defineEndpoint({
  method: "POST",
  path: "/settings/inbox/address",
  access: "session",
  answer: InboxAnswer,
});
export const patchInbox = defineEndpoint({
  method: "PATCH",
  path: "/settings/inbox",
  access: "session",
  body: z
    .strictObject({
      keep_excerpts: z.optional(Flag),
      /** The user has set the filter in Gmail. */
      filter_set: z.optional(z.literal(true)),
    })
    .check(z.refine((body) => Object.keys(body).length > 0, "required")),
  answer: InboxAnswer,
});
/** Turns it off and forgets the address. Proposals stay. */
export const closeInbox = defineEndpoint({
  method: "DELETE",
  path: "/settings/inbox",
  access: "session",
  answer: InboxAnswer,
});
