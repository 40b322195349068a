import * as z from "zod/mini";
import type { ErrorCode } from "./errors";
import { LANGUAGES, LIMITS } from "./limits.ts";

/** A code as the message of a schema; typed, so that a misspelt one does not compile. */
const asErrorCode = (value: ErrorCode): ErrorCode => value;
const isCleanText = (text: string) => text.isWellFormed() && !text.includes("\u0000");
const isOneLine = (text: string) => !/[\u0000-\u001f\u007f\u2028\u2029]/u.test(text);
const cleanLine = z.refine<string>((text) => isCleanText(text) && isOneLine(text), asErrorCode("invalid"));

/** One line of text, not blank, at most `max` characters. */
export const singleLineField = (max: number, required: ErrorCode = "required", tooLong: ErrorCode = "too_long") =>
  z.string().check(z.trim(), z.minLength(1, required), z.maxLength(max, tooLong), cleanLine);

/** The same, where it may be empty. */
export const optionalLineField = (max: number) =>
  z.string().check(z.trim(), z.maxLength(max, asErrorCode("too_long")), cleanLine);

/** Several lines of text as typed, not blank, at most `max` characters. */
export const multiLineField = (max: number, required: ErrorCode = "required", tooLong: ErrorCode = "too_long") =>
  z.string().check(
    z.maxLength(max, tooLong),
    z.refine((text) => text.trim() !== "", required),
    z.refine(isCleanText, asErrorCode("invalid")),
  );

/** Text as typed, which may be empty, at most `max` characters. */
export const noteField = (max: number) =>
  z.string().check(z.maxLength(max, asErrorCode("too_long")), z.refine(isCleanText, asErrorCode("invalid")));

export const Email = z.pipe(
  z.string().check(z.trim(), z.toLowerCase(), z.maxLength(LIMITS.emailLength, asErrorCode("too_long"))),
  z.email(asErrorCode("email_invalid")),
);

/** Ids made by the server. Any string is valid; an unknown one is not found. */
export const Id = z.string().check(z.minLength(1), z.maxLength(64));
/** The profile that a call is about; the default one when none is named. */
export const ProfileQuery = z.strictObject({ profile_id: z.optional(Id) });
const removeDuplicates = (ids: string[]) => [...new Set(ids)];

/** A list of ids as a request gives it: 1 to `max`, duplicates count once. */
export const idListField = (max: number, tooMany: ErrorCode = "too_many") =>
  z
    .pipe(z.array(Id).check(z.minLength(1)), z.transform(removeDuplicates))
    .check(z.refine((list) => list.length <= max, tooMany));

/** Page size from the query: decimal digits only, at most the largest page. */
export const pageLimitField = (usual: number) =>
  z._default(
    z.pipe(
      z.custom<string | number>((value) => /^\d{1,6}$/u.test(String(value)), asErrorCode("invalid")),
      z.pipe(z.transform(Number), z.number().check(z.minimum(1), z.maximum(LIMITS.pageMax))),
    ),
    usual,
  );

const isTimeZone = (text: string): boolean => {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: text }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
};
/** A time zone as browsers name it: Europe/Paris. */
export const TimeZone = z.string().check(z.maxLength(64), z.refine(isTimeZone, asErrorCode("invalid")));

/** ISO 8601 in UTC. */
export const Time = z.iso.datetime();
/** Languages of the interface. */
export const Language = z.enum(LANGUAGES);
export type Language = z.infer<typeof Language>;
/** Languages a message can be written in. */
export const MessageLanguage = z.enum(["fr", "en", "de"]);
export type MessageLanguage = z.infer<typeof MessageLanguage>;

export const Ok = z.object({ ok: z.literal(true) });
export const CompanyIds = z.object({ company_ids: z.array(Id) });
export const CompanyIdsBody = z.strictObject({ company_ids: idListField(LIMITS.bulkIds) });
// Unconstrained values, created once.

export const Text = z.string();
export const Count = z.number();
export const Flag = z.boolean();

/** What a sentence of a letter may rest on. */
export const SourceKind = z.enum(["cv", "template", "company", "confirmed"]);
export type SourceKind = z.infer<typeof SourceKind>;

/** What a sentence claims, and the words of a source that say so. */
export const SentenceClaims = z.object({
  sentence: z.string(),
  claims: z.array(z.object({ source: SourceKind, quote: z.string() })),
  /** A second reader has found that no source says it. */
  doubted: z.optional(z.boolean()),
});
export type SentenceClaims = z.infer<typeof SentenceClaims>;
