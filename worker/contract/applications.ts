import * as z from "zod/mini";
import { Company, EventStatus, Outcome, OutcomeSource } from "./companies";
import { defineEndpoint } from "./endpoint";
import { Flag, multiLineField, singleLineField, Text, Time } from "./field-schemas";
import { LIMITS } from "./limits";

/** What became of an application at one time. */
export const OutcomeEvent = z.object({
  id: Text,
  outcome: Outcome,
  how: OutcomeSource,
  status: EventStatus,
  created_at: Time,
  /** When the user confirmed it; null while it is proposed. */
  decided_at: z.nullable(Time),
  /** Of the mail that it was read in. */
  sender: z.nullable(Text),
  subject: z.nullable(Text),
  /** Null unless the user wants it kept. */
  excerpt: z.nullable(Text),
  /** Whether that mail is proven to be from its sender; null where it is not known, as for one that was pasted. */
  sender_proven: z.nullable(Flag),
});
export type OutcomeEvent = z.infer<typeof OutcomeEvent>;

/** An outcome that the program has read in a mail, for the user to decide on. */
export const Proposal = z.extend(OutcomeEvent, {
  company_id: Text,
  company_name: Text,
  /** How sure the program is, from 0 to 1. */
  confidence: z.number(),
});
export type Proposal = z.infer<typeof Proposal>;

const CompanyAnswer = z.object({ company: Company });
/** `event_id`: of the event that counts now. */
const DecidedAnswer = z.extend(CompanyAnswer, { event_id: Text });

/**
 * 422 `not_applied` before an application. `bounced` frees the company: its address is dead for this user, and another
 * one can be written to. An outcome that counts already is no second event.
 */
export const setOutcome = defineEndpoint({
  method: "POST",
  path: "/dashboard/companies/:id/outcome",
  access: "ready",
  body: z.strictObject({ outcome: Outcome }),
  answer: DecidedAnswer,
});
/**
 * Takes the last outcome back; one that was read in a mail is proposed again. 409 `outcome_changed` for another event,
 * and for a bounce after which another mail has left.
 */
export const takeOutcomeBack = defineEndpoint({
  method: "DELETE",
  path: "/dashboard/companies/:id/outcomes/:event",
  access: "ready",
  answer: CompanyAnswer,
});

/** What was found in an answer. `automatic`: it says nothing about the application. `unclear`: the user must say. */
export const AnswerReading = z.enum(["outcome", "automatic", "unclear"]);
export type AnswerReading = z.infer<typeof AnswerReading>;
/** Reads an answer that the user pasted or dropped. An outcome found in it becomes a proposal. */
export const readAnswer = defineEndpoint({
  method: "POST",
  path: "/dashboard/companies/:id/answer",
  access: "ready",
  body: z
    .strictObject({
      text: z.optional(multiLineField(LIMITS.answerText)),
      /** A mail as a file, in base64; cut off where it is longer than the limit. */
      eml: z.optional(z.string().check(z.minLength(1, "required"), z.maxLength(LIMITS.answerFile, "too_long"))),
      /** Whether an excerpt of it may be kept. */
      keep_excerpt: z.optional(Flag),
    })
    .check(z.refine(({ text, eml }) => (text === undefined) !== (eml === undefined), "required")),
  answer: z.object({
    reading: AnswerReading,
    proposal: z.nullable(Proposal),
    /** A date and time that it names, as clocks will show them: YYYY-MM-DDTHH:MM. It is not saved. */
    appointment: z.nullable(Text),
  }),
});
/** Proposals to decide on, latest first. */
export const listProposals = defineEndpoint({
  method: "GET",
  path: "/dashboard/proposals",
  access: "ready",
  answer: z.object({ proposals: z.array(Proposal) }),
});
/** Confirms what was read, or says what it is instead. */
export const confirmProposal = defineEndpoint({
  method: "POST",
  path: "/dashboard/companies/:id/outcomes/:event/confirm",
  access: "ready",
  body: z.strictObject({ outcome: z.optional(Outcome) }),
  bodyOptional: true,
  answer: DecidedAnswer,
});
export const dismissProposal = defineEndpoint({
  method: "POST",
  path: "/dashboard/companies/:id/outcomes/:event/dismiss",
  access: "ready",
  answer: CompanyAnswer,
});

/** One next date a company; another one takes its place. */
export const setNextDate = defineEndpoint({
  method: "POST",
  path: "/dashboard/companies/:id/next-date",
  access: "ready",
  body: z.strictObject({ at: Time, text: z.optional(z.union([z.literal(""), singleLineField(LIMITS.nextDateText)])) }),
  answer: CompanyAnswer,
});
export const clearNextDate = defineEndpoint({
  method: "DELETE",
  path: "/dashboard/companies/:id/next-date",
  access: "ready",
  answer: CompanyAnswer,
});
/** The next date for a calendar. */
export const getNextDateFile = defineEndpoint({
  method: "GET",
  path: "/dashboard/companies/:id/next-date.ics",
  access: "ready",
  answer: z.unknown(),
  answerType: "text/calendar; charset=utf-8",
});
