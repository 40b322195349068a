import * as z from "zod/mini";
import { MailCheck, TypedEmailBody } from "./companies";
import { defineEndpoint } from "./endpoint";
import { Count, Email, Flag, Id, multiLineField, singleLineField, Text } from "./field-schemas";
import { LIMITS } from "./limits";
import { FoundCompany, Search } from "./search";

/** What a column of a list holds. */
export const ListField = z.enum(["name", "website", "email", "phone", "town"]);
export type ListField = z.infer<typeof ListField>;

/**
 * Why a line, or one value of it, is not taken. `repeated`: an earlier line has its company; `known`: the user has it.
 */
export const LineProblem = z.enum([
  "private_address",
  "website_scheme",
  "website_invalid",
  "website_profile",
  "formula",
  "email_invalid",
  "phone_invalid",
  "name_missing",
  "no_contact",
  "value_too_long",
  "quote_open",
  "repeated",
  "known",
]);
export type LineProblem = z.infer<typeof LineProblem>;

/** E-mail addresses and telephone numbers, as they are read, are joined by `;`. */
const ListedCompany = z.object({ line: Count, name: Text, website: Text, email: Text, phone: Text, town: Text });

/** What a list would give. Lines count from 1, as a spreadsheet numbers them. */
export const ListPreview = z.object({
  /** Columns of a file; none for pasted addresses. `field`: what the column holds, null for nothing that is used. */
  columns: z.array(z.object({ header: Text, examples: z.array(Text), field: z.nullable(ListField) })),
  /** Whether the first line names the columns. */
  has_header: Flag,
  /** The first companies. */
  companies: z.array(ListedCompany),
  /** Companies that can be used, how many of them are in the first list, and into how many lists all are divided. */
  total: Count,
  first: Count,
  lists: Count,
  /** Every line that is not taken, and every value left out of a line that is (`refused` false). */
  problems: z.array(
    z.object({
      line: Count,
      field: z.nullable(ListField),
      value: Text,
      reason: LineProblem,
      refused: Flag,
      /** Of `repeated`: the line that has the company. */
      first_line: z.optional(Count),
    }),
  ),
});
export type ListPreview = z.infer<typeof ListPreview>;

/** Pasted addresses of sites, or one company. */
const PastedText = multiLineField(LIMITS.listText);
/** A company typed by hand; what it must have is checked as for a line of a file. */
const TypedCompany = z.strictObject({
  name: singleLineField(LIMITS.listNameLength),
  website: z.optional(singleLineField(LIMITS.listWebsiteLength)),
  email: z.optional(Email),
  phone: z.optional(singleLineField(LIMITS.listPhoneLength)),
  town: z.optional(singleLineField(LIMITS.cityLength)),
});
export type TypedCompany = z.infer<typeof TypedCompany>;

/** How a file is read, where the user changed what was recognised: the field of each column in order, or "-". */
const FileQuery = z.strictObject({
  columns: z.optional(
    z
      .string()
      .check(
        z.regex(/^(?:name|website|email|phone|town|-)(?:,(?:name|website|email|phone|town|-))*$/u, "invalid"),
        z.maxLength(LIMITS.listColumns * 8),
      ),
  ),
  header: z.optional(z.enum(["true", "false"])),
});
export type FileQuery = z.output<typeof FileQuery>;
/** The profile for the letters to the companies of the list; the default one when none is named. */
const PROFILE = { profile_id: z.optional(Id) };
const LIST_FILE = { file: "list", fileLimit: { bytes: LIMITS.listBytes, tooLarge: "list_too_large" } } as const;

/** The search of the first list; the others wait until the user starts them. */
const StartedList = z.object({ search_id: Text, search: Search, lists: Count });

export const previewList = defineEndpoint({
  method: "POST",
  path: "/search/lists/preview",
  readOnly: true,
  access: "ready",
  body: z.strictObject({ text: PastedText }),
  answer: ListPreview,
});
export const previewListFile = defineEndpoint({
  method: "POST",
  path: "/search/lists/preview-file",
  readOnly: true,
  access: "ready",
  query: FileQuery,
  ...LIST_FILE,
  answer: ListPreview,
});
/** Reads pasted addresses. */
export const runList = defineEndpoint({
  method: "POST",
  path: "/search/lists",
  access: "ready",
  quota: "search",
  body: z.strictObject({ text: PastedText, ...PROFILE }),
  answer: StartedList,
});
export const runListFile = defineEndpoint({
  method: "POST",
  path: "/search/lists/file",
  access: "ready",
  quota: "search",
  query: z.extend(FileQuery, PROFILE),
  ...LIST_FILE,
  answer: StartedList,
});
/** Reads one company typed by hand. */
export const runTypedCompany = defineEndpoint({
  method: "POST",
  path: "/search/lists/company",
  access: "ready",
  quota: "search",
  body: z.extend(TypedCompany, PROFILE),
  answer: z.extend(StartedList, { mail_check: z.nullable(MailCheck) }),
});
/** Starts a list that waits. */
export const startWaitingList = defineEndpoint({
  method: "POST",
  path: "/search/lists/:id/start",
  access: "ready",
  quota: "search",
  answer: z.object({ search: Search }),
});

/** The same as setCompanyEmail, for a company that was found. */
export const setFoundEmail = defineEndpoint({
  method: "POST",
  path: "/search/:id/email",
  access: "ready",
  body: z.safeExtend(TypedEmailBody, { company_id: Id }),
  answer: z.object({ company: FoundCompany, mail_check: z.nullable(MailCheck) }),
});
