import * as z from "zod/mini";
import { OutcomeEvent } from "./applications";
import { ApplicationWay, Company, CompanyFact, MessageAuthor, OutcomeSource, Tag } from "./companies";
import { defineEndpoint } from "./endpoint";
import { Count, Flag, noteField, Text, Time } from "./field-schemas";
import { LIMITS } from "./limits";
import { FollowUpStep, MailStatus, MailStep } from "./mail";

/** The user's own note about a company. It is never sent and no letter is made of it. */
export const CompanyNote = z.object({
  text: Text,
  /** Counts its changes; 0 before the first. */
  version: Count,
  updated_at: z.nullable(Time),
});
export type CompanyNote = z.infer<typeof CompanyNote>;

/** A mail to a company, without its text. */
export const CompanyMail = z.object({
  id: Text,
  time: Time,
  recipient: Text,
  subject: Text,
  status: MailStatus,
  /** A test mail that the user sent to themselves. */
  test: Flag,
  step: MailStep,
  error: z.nullable(Text),
  /** Gmail's id of the conversation; null where no mail is known to have left. */
  gmail_thread_id: z.nullable(Text),
});
export type CompanyMail = z.infer<typeof CompanyMail>;

export const CompanyPage = z.object({
  company: Company,
  facts: z.array(CompanyFact),
  note: CompanyNote,
  tags: z.array(Text),
  /** The kept versions of its message, latest first. */
  versions: z.array(z.object({ version: Count, author: MessageAuthor, created_at: Time })),
  /** The last mails, latest first. */
  mails: z.array(CompanyMail),
  /** Applications without e-mail. */
  applications: z.array(z.object({ way: ApplicationWay, target: Text, created_at: Time })),
  /** Calls in place of a follow-up. */
  calls: z.array(z.object({ step: FollowUpStep, number: Text, called_at: Time })),
  /** What became of them, latest first; proposals that wait for the user, too. */
  outcomes: z.array(OutcomeEvent),
  /** Addresses of the company from which a mail came back: none is sent there again. */
  dead_addresses: z.array(z.object({ address: Text, how: OutcomeSource, created_at: Time })),
});
export type CompanyPage = z.infer<typeof CompanyPage>;

/** All that is known of a company, in the archive too. */
export const getCompanyPage = defineEndpoint({
  method: "GET",
  path: "/dashboard/companies/:id/page",
  access: "ready",
  answer: CompanyPage,
});

/** 409 `note_changed` unless `version` is the present one. */
export const saveCompanyNote = defineEndpoint({
  method: "POST",
  path: "/dashboard/companies/:id/note",
  access: "ready",
  body: z.strictObject({ text: noteField(LIMITS.noteLength), version: z.int().check(z.nonnegative()) }),
  answer: z.object({ note: CompanyNote }),
});

const TagsAnswer = z.object({ tags: z.array(Text) });
/** A tag that is in use already keeps its spelling. */
export const addCompanyTag = defineEndpoint({
  method: "POST",
  path: "/dashboard/companies/:id/tags",
  access: "ready",
  body: z.strictObject({ tag: Tag }),
  answer: TagsAnswer,
});
export const removeCompanyTag = defineEndpoint({
  method: "DELETE",
  path: "/dashboard/companies/:id/tags",
  access: "ready",
  body: z.strictObject({ tag: Tag }),
  answer: TagsAnswer,
});
/** The tags of the companies on the dashboard, those used most first. */
export const listTags = defineEndpoint({ method: "GET", path: "/dashboard/tags", access: "ready", answer: TagsAnswer });
