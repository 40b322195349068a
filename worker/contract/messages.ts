import * as z from "zod/mini";
import { Company, MessageWarning } from "./companies";
import { defineEndpoint } from "./endpoint";
import { ErrorCodeSchema, ErrorFields } from "./errors";
import { CompanyIdsBody, multiLineField, Time, Count, Flag, Text } from "./field-schemas";
import { LIMITS } from "./limits";

/** Why a written letter was not saved: the fields of the refusal `message_refused`, each with the words it is about. */
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
  "wrong_language",
  "length",
  "markup",
  "hidden_characters",
]);
export type BlockingFindingCode = z.infer<typeof BlockingFindingCode>;

export const GenerationItemState = z.enum(["queued", "running", "done", "failed", "cancelled"]);
export type GenerationItemState = z.infer<typeof GenerationItemState>;
export const Generation = z.object({
  id: Text,
  status: z.enum(["running", "completed", "cancelled"]),
  total: Count,
  done: Count,
  failed: Count,
  cancelled: Count,
  created_at: Time,
  finished_at: z.nullable(Time),
  /** `error_code` and `fields` as in the body of a refusal. */
  items: z.array(
    z.object({
      company_id: Text,
      state: GenerationItemState,
      error_code: z.nullable(ErrorCodeSchema),
      fields: z.nullable(ErrorFields),
    }),
  ),
});
export type Generation = z.infer<typeof Generation>;

export const SkipReason = z.enum(["has_message", "already_sent", "generating", "not_found", "no_template"]);
export type SkipReason = z.infer<typeof SkipReason>;

export const generateMessage = defineEndpoint({
  method: "POST",
  path: "/dashboard/companies/:id/generate-message",
  access: "ready",
  quota: "generation",
  answer: z.object({ generated_message: Text, company: Company, cv_used: Flag, warnings: z.array(MessageWarning) }),
});
/** Gives up what is being written for a company: a proxy between browser and server may swallow the abort of the request itself. */
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
  body: z.extend(CompanyIdsBody, { overwrite: z._default(Flag, false) }),
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
  access: "session",
  quota: "improvement",
  body: ImproveBody,
  answer: z.object({ improved_message: Text }),
});
