import * as z from "zod/mini";
import { Company, MessageAuthor, MessageWarning } from "./companies";
import { defineEndpoint } from "./endpoint";
import { ErrorCodeSchema, ErrorFields } from "./errors";
import {
  CompanyIdsBody,
  Count,
  Flag,
  Id,
  multiLineField,
  ProfileQuery,
  singleLineField,
  SourceKind,
  Text,
  Time,
} from "./field-schemas";
import { LIMITS } from "./limits";

/** Findings that kept a message from being saved: the fields of the error `message_refused`, each with its words. */
export const BlockingFindingCode = z.enum([
  "company_missing",
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
  "length",
  "markup",
  "hidden_characters",
]);
export type BlockingFindingCode = z.infer<typeof BlockingFindingCode>;
/** What the user may well want; any other finding is reviewed before a message is sent. */
export const isUsersChoice = (code: BlockingFindingCode): code is "company_missing" | "length" =>
  code === "company_missing" || code === "length";

export const GenerationItemState = z.enum(["queued", "running", "done", "failed", "cancelled"]);
export type GenerationItemState = z.infer<typeof GenerationItemState>;
/** One company of a generation. `error_code` and `fields` as in an error's body. */
export const GenerationItem = z.object({
  company_id: Text,
  /** Of the message that it replaces: beside another one, nothing is written. */
  message_version: Count,
  state: GenerationItemState,
  error_code: z.nullable(ErrorCodeSchema),
  fields: z.nullable(ErrorFields),
});
export type GenerationItem = z.infer<typeof GenerationItem>;
export const Generation = z.object({
  id: Text,
  status: z.enum(["running", "completed", "cancelled"]),
  total: Count,
  done: Count,
  failed: Count,
  cancelled: Count,
  created_at: Time,
  finished_at: z.nullable(Time),
  /** Until when at most its letters wait for a batch of the model; null once they are being written. */
  waits_until: z.nullable(Time),
  /** Whether that wait can still be shortened. */
  can_hurry: Flag,
  items: z.array(GenerationItem),
});
export type Generation = z.infer<typeof Generation>;

export const SkipReason = z.enum(["has_message", "already_sent", "generating", "not_found", "no_template"]);
export type SkipReason = z.infer<typeof SkipReason>;

export const MessageTone = z.enum(["warm", "formal", "direct"]);
export type MessageTone = z.infer<typeof MessageTone>;

/** How a message is to be written again. An empty body writes it anew. */
export const RewriteBody = z.strictObject({
  /** In the user's words: "shorter", "mention my internship". */
  instruction: z.optional(singleLineField(LIMITS.instructionLength)),
  tone: z.optional(MessageTone),
  /** Sentences of the present message that the new one must not contain. */
  without: z.optional(z.array(z.string().check(z.maxLength(LIMITS.messageLength))).check(z.maxLength(20))),
  /** The profile to write with; else that of the company. */
  profile_id: z.optional(Id),
});
export type RewriteBody = z.infer<typeof RewriteBody>;

export const generateMessage = defineEndpoint({
  method: "POST",
  path: "/dashboard/companies/:id/generate-message",
  access: "ready",
  quota: "generation",
  body: RewriteBody,
  bodyOptional: true,
  answer: z.object({
    generated_message: Text,
    company: Company,
    cv_used: Flag,
    /** The text does without something that `instruction` asked for. */
    wish_left_out: Flag,
    warnings: z.array(MessageWarning),
  }),
});
/**
 * Cancels the generation for a company: a proxy between browser and server may swallow the abort of the request itself.
 */
export const cancelMessage = defineEndpoint({
  method: "DELETE",
  path: "/dashboard/companies/:id/generate-message",
  access: "ready",
  answer: z.object({ company: Company }),
});
export const bulkGenerate = defineEndpoint({
  method: "POST",
  path: "/dashboard/companies/bulk-generate-message",
  access: "ready",
  /**
   * `profile_id`: the profile to write all of them with; else that of each company. `may_wait`: they may take as long
   * as `limits.letter_wait_hours`, if there are at least `LIMITS.waitingLetters`.
   */
  body: z.extend(CompanyIdsBody, {
    overwrite: z._default(Flag, false),
    profile_id: z.optional(Id),
    may_wait: z._default(Flag, false),
  }),
  answer: z.object({
    generation_id: z.nullable(Text),
    queued: z.array(Text),
    skipped: z.array(z.object({ id: Text, reason: SkipReason })),
  }),
});
const GenerationAnswer = z.object({ generation: Generation });
export const getCurrentGeneration = defineEndpoint({
  method: "GET",
  path: "/dashboard/generations/current",
  access: "ready",
  answer: z.object({ generation: z.nullable(Generation) }),
});
export const cancelGeneration = defineEndpoint({
  method: "POST",
  path: "/dashboard/generations/:id/cancel",
  access: "ready",
  answer: GenerationAnswer,
});
/**
 * Ends the wait for a batch: it is cancelled, what it has answered by then is used, and the other letters are written
 * at once, all in half an hour. Changes nothing where no letter waits any more.
 */
export const hurryGeneration = defineEndpoint({
  method: "POST",
  path: "/dashboard/generations/:id/write-now",
  access: "ready",
  answer: GenerationAnswer,
});

/** Improving needs a text of at least a word; generating may start from nothing. */
export const ImproveBody = z.discriminatedUnion("mode", [
  z.strictObject({
    mode: z.literal("improve"),
    message: multiLineField(LIMITS.templateLength, "message_required", "template_too_long"),
  }),
  z.strictObject({
    mode: z.literal("generate"),
    message: z._default(z.string().check(z.maxLength(LIMITS.templateLength, "template_too_long")), ""),
  }),
]);
export const improveMessage = defineEndpoint({
  method: "POST",
  path: "/settings/improve-message",
  readOnly: true,
  access: "session",
  quota: "improvement",
  query: ProfileQuery,
  body: ImproveBody,
  answer: z.object({ improved_message: Text }),
});

export const SentenceStatus = z.enum(["supported", "opinion", "unsupported", "contradicted"]);
export type SentenceStatus = z.infer<typeof SentenceStatus>;
export const SentenceSource = z.object({
  /** `sent`: what was sent to the company before, for a follow-up. */
  kind: z.enum([...SourceKind.options, "sent"]),
  /** Words of the source. */
  quote: Text,
  /** Page of the company's site it stands on; null for other sources. */
  url: z.nullable(Text),
  /** Page of the CV's PDF, from 1; null for other sources, or where it is not known. */
  cv_page: z.nullable(Count),
  /** The profile of that CV; left out for other sources, and while the user has only one. */
  profile_id: z.optional(Text),
});
export type SentenceSource = z.infer<typeof SentenceSource>;
export const Sentence = z.object({ text: Text, status: SentenceStatus, sources: z.array(SentenceSource) });
export type Sentence = z.infer<typeof Sentence>;

export const CheckedText = z.object({
  /** Every sentence of the text, in order; empty without a text. */
  sentences: z.array(Sentence),
  /** As in `message_refused`: what would keep the text from being saved by the assistant. */
  reasons: z.array(z.object({ code: BlockingFindingCode, detail: Text })),
  warnings: z.array(z.object({ code: MessageWarning, detail: Text })),
});
export type CheckedText = z.infer<typeof CheckedText>;

/**
 * Where each sentence of a message comes from. With a text, of that text, as typed and not yet saved: it is not saved.
 * Without one, the saved message keeps or loses its warning `unsupported_sentence`. No LLM is asked.
 */
export const checkMessage = defineEndpoint({
  method: "POST",
  path: "/dashboard/companies/:id/check-message",
  readOnly: true,
  access: "ready",
  body: z.strictObject({
    subject: z.optional(z.string().check(z.maxLength(LIMITS.subjectLength))),
    message: z.optional(z.string().check(z.maxLength(LIMITS.messageLength, "too_long"))),
  }),
  bodyOptional: true,
  answer: CheckedText,
});

export const MessageVersion = z.object({
  version: Count,
  author: MessageAuthor,
  subject: Text,
  message: Text,
  created_at: Time,
});
export type MessageVersion = z.infer<typeof MessageVersion>;
/** The last versions of a message, latest first; the first one is the present message. */
export const listMessageVersions = defineEndpoint({
  method: "GET",
  path: "/dashboard/companies/:id/message-versions",
  access: "ready",
  answer: z.object({ versions: z.array(MessageVersion) }),
});
/**
 * Makes the text of an earlier version the present message, as a new version. The present one stays as it is. 409
 * `message_changed` when `replaces` is not the present one.
 */
export const restoreMessageVersion = defineEndpoint({
  method: "POST",
  path: "/dashboard/companies/:id/message-versions/:version/restore",
  access: "ready",
  body: z.strictObject({ replaces: z.optional(Count) }),
  bodyOptional: true,
  answer: z.object({ company: Company }),
});
/** Keeps that the user has read this version; a later version is unread again. 409 `message_changed` for another. */
export const markMessageRead = defineEndpoint({
  method: "POST",
  path: "/dashboard/companies/:id/message-read",
  access: "ready",
  body: z.strictObject({ version: Count }),
  answer: z.object({ company: Company }),
});
