import * as z from "zod/mini";
import { FIRST_LISTING } from "./dashboard-preload";
import { defineEndpoint } from "./endpoint";
import {
  CompanyIds,
  CompanyIdsBody,
  Email,
  singleLineField,
  optionalLineField,
  MessageLanguage,
  pageLimitField,
  multiLineField,
  Time,
  Count,
  Flag,
  Id,
  Text,
} from "./field-schemas";
import { LIMITS } from "./limits";

/** A word of the user's own, by which companies are sorted. */
export const Tag = singleLineField(LIMITS.tagLength);

/** Where a contact was found and how it was read there. */
export const Contact = z.object({
  kind: z.enum(["email", "phone"]),
  value: Text,
  /**
   * The page it was found on; for contacts from the directory, the company's page there; empty for one that the user
   * typed.
   */
  page: Text,
  how: z.enum(["link", "text", "structured", "deobfuscated", "attribute", "script", "directory", "user"]),
  seen_at: Time,
  /** A telephone number as people of its country read it; in answers only. */
  text: z.optional(Text),
});
export type Contact = z.infer<typeof Contact>;

export const ExternalApplication = z.object({ url: Text, reason: Text });

/** A directory that a company comes from; `url` is that of the directory or of its licence. */
export const DirectorySource = z.object({ name: Text, licence: Text, url: Text });
export type DirectorySource = z.infer<typeof DirectorySource>;

/** A sentence that a page of the company states about it, word for word. `activity`: what it does. */
export const CompanyFact = z.object({
  kind: z.enum(["activity", "size", "place", "client", "value", "news"]),
  text: Text,
  /** The page that states it. */
  url: Text,
});
export type CompanyFact = z.infer<typeof CompanyFact>;
export type CompanyFactKind = CompanyFact["kind"];

export const SendStatus = z.enum(["none", "sending", "sent", "failed", "unknown"]);
export type SendStatus = z.infer<typeof SendStatus>;

/**
 * Progress of an application, by which the dashboard is filtered. `unsure`: its mail is on its way, or has an unknown
 * outcome. `sent`: also one that the user applied to in another way.
 */
export const CompanyState = z.enum(["ready", "to_write", "no_email", "unsure", "sent"]);
export type CompanyState = z.infer<typeof CompanyState>;

/** What a user should check in a message that was generated for them. */
export const MessageWarning = z.enum([
  "nearly_same",
  "not_signed",
  "unusual_length",
  "list",
  "strangers_instruction",
  "unsupported_sentence",
]);
export type MessageWarning = z.infer<typeof MessageWarning>;

/** How a user applied without e-mail: by telephone, the contact form, or the page of jobs. */
export const ApplicationWay = z.enum(["phone", "form", "careers"]);
export type ApplicationWay = z.infer<typeof ApplicationWay>;

/** The latest application without e-mail that the user has told of. */
export const RecordedApplication = z.object({ way: ApplicationWay, at: Time });

/**
 * What became of an application, in the order in which it goes on. One without an outcome is waited for; a bounce is
 * none, as it frees the company.
 */
export const Outcome = z.enum(["answered", "interview", "offer", "refused", "no_answer", "bounced"]);
export type Outcome = z.infer<typeof Outcome>;
/** Who says so: the user, or a mail that they pasted or had forwarded. */
export const OutcomeSource = z.enum(["user", "pasted", "forwarded"]);
export type OutcomeSource = z.infer<typeof OutcomeSource>;
export const EventStatus = z.enum(["proposed", "confirmed", "dismissed"]);
export type EventStatus = z.infer<typeof EventStatus>;

/** `unknown`: written before authors were kept. It is treated as the user's own, which nothing replaces unasked. */
export const MessageAuthor = z.enum(["assistant", "user", "unknown"]);
export type MessageAuthor = z.infer<typeof MessageAuthor>;

/** Source of companies that the user gave. */
export const ADDED_BY_USER = "added by you";

/** Members of a company on every screen. */
export const CompanyDetails = z.object({
  id: Text,
  name: Text,
  /** The site that was read. */
  website: Text,
  /** The directory's site when it redirects to `website`: a domain, or host and path on shared hosts. */
  redirected_from: z.nullable(Text),
  /** Category identifiers joined by `;`. */
  business_type: Text,
  city: Text,
  /** ISO 3166-1 alpha-2. */
  country: Text,
  /** Addresses joined by `;`, best first. */
  email: Text,
  /** Numbers in E.164 joined by `;`. */
  phone: Text,
  contacts: z.array(Contact),
  apply_elsewhere: z.nullable(ExternalApplication),
  /** Pages of its site: one with a form to write to it, and the one about its jobs. */
  contact_form: z.nullable(Text),
  careers_page: z.nullable(Text),
  /** Directories of the company with their licences, joined by ` · `. */
  source: Text,
  /** The same, one by one. These and the following are null where the directory does not say. */
  sources: z.nullable(z.array(DirectorySource)),
  /** Degrees, WGS 84. */
  lat: z.nullable(z.number()),
  lon: z.nullable(z.number()),
  /** From the centre of the searched place. */
  distance_km: z.nullable(z.number()),
  /** People who work there: "1-9", "10-49", "50-249", "250+". */
  size: z.nullable(Text),
  /** In the directory's own words. */
  sector: z.nullable(Text),
  /** What the branches of one company share. */
  chain: z.nullable(Text),
});

export const Company = z.extend(CompanyDetails, {
  /** Recipient of the mail: the chosen address, else the first; null without any. */
  recipient: z.nullable(Text),
  language: MessageLanguage,
  /** The profile its message is written with, and whose CV goes with it; null for the default one. */
  profile_id: z.nullable(Text),
  subject: Text,
  message: Text,
  message_version: Count,
  /** Who wrote the message, or edited it last; null without one. */
  message_author: z.nullable(MessageAuthor),
  /** Found when the message was written or edited. `unsupported_sentence`: checkMessage tells which. */
  message_warnings: z.array(MessageWarning),
  /** The user has read this version to its end. */
  message_read: Flag,
  generating: Flag,
  favorited: Flag,
  email_sent: Flag,
  sent_at: z.nullable(Time),
  applied: z.nullable(RecordedApplication),
  /** What became of the application; null while an answer is awaited, and before there is one. */
  outcome: z.nullable(Outcome),
  outcome_at: z.nullable(Time),
  /** The next date with the company. */
  next_date: z.nullable(z.object({ at: Time, text: Text })),
  send_status: SendStatus,
  state: z.enum(["dashboard", "archived"]),
  archived_at: z.nullable(Time),
  created_at: Time,
});
export type Company = z.infer<typeof Company>;

const LANGUAGE_BY_COUNTRY: Record<string, MessageLanguage> = {
  FR: "fr",
  GB: "en",
  IE: "en",
  US: "en",
  DE: "de",
  AT: "de",
};

/** Language of a company's message: its country's where supported, else the user's. */
export const chooseMessageLanguage = (country: string, own: MessageLanguage): MessageLanguage =>
  LANGUAGE_BY_COUNTRY[country] ?? own;

const CompanyAnswer = z.object({ company: Company });
export const CompanyPage = z.object({ companies: z.array(Company), next_cursor: z.nullable(Text), total: Count });
export type CompanyPage = z.infer<typeof CompanyPage>;
export const DashboardPage = z.extend(CompanyPage, {
  /** Companies in each state, whatever `status` is filtered. Like `total`, as of the first page. */
  states: z.record(CompanyState, Count),
});
export type DashboardPage = z.infer<typeof DashboardPage>;

const CompanyFilter = z.strictObject({
  sort_by: z._default(z.enum(["created_at", "name", "website"]), FIRST_LISTING.by),
  sort_order: z._default(z.enum(["asc", "desc"]), FIRST_LISTING.order),
  favorited: z.optional(z.literal("true")),
  status: z.optional(CompanyState),
});
const pagingFields = () => ({
  limit: pageLimitField(LIMITS.pageDefault),
  cursor: z.optional(z.string().check(z.maxLength(2_048))),
});
export const ListQuery = z.extend(CompanyFilter, pagingFields());
export type ListQuery = z.output<typeof ListQuery>;
export const IdsQuery = z.extend(CompanyFilter, {
  /** Only companies with this tag. */
  tag: z.optional(Tag),
});
export const ArchiveQuery = z.strictObject(pagingFields());

export const CompanyPatch = z
  .partial(
    z.strictObject({
      favorited: Flag,
      name: singleLineField(LIMITS.listNameLength),
      city: optionalLineField(LIMITS.cityLength),
      message: multiLineField(LIMITS.messageLength, "message_required"),
      subject: singleLineField(LIMITS.subjectLength),
      recipient: Email,
      language: MessageLanguage,
      profile_id: Id,
      /** The version of the message that is edited; 409 `message_changed` when it is no longer the present one. */
      replaces: Count,
    }),
  )
  .check(z.refine((patch) => Object.keys(patch).some((key) => key !== "replaces"), "required"));
export type CompanyPatch = z.output<typeof CompanyPatch>;

export const listCompanies = defineEndpoint({
  method: "GET",
  path: "/dashboard/companies",
  access: "ready",
  query: ListQuery,
  answer: DashboardPage,
});
/** Answers to the dashboard's first calls (dashboard-preload.ts), by URL. Rejected and failed calls are left out. */
export const dashboardPreload = defineEndpoint({
  method: "GET",
  path: "/dashboard/first-answers",
  access: "session",
  answer: z.object({ answers: z.record(Text, z.unknown()) }),
});
export const listCompanyIds = defineEndpoint({
  method: "GET",
  path: "/dashboard/companies/ids",
  access: "ready",
  query: IdsQuery,
  answer: z.object({ ids: z.array(Text) }),
});
export const getCompany = defineEndpoint({
  method: "GET",
  path: "/dashboard/companies/:id",
  access: "ready",
  answer: CompanyAnswer,
});
export const patchCompany = defineEndpoint({
  method: "PATCH",
  path: "/dashboard/companies/:id",
  access: "ready",
  body: CompanyPatch,
  answer: CompanyAnswer,
});
/**
 * An address typed by the user becomes the recipient, in place of another address or beside the others. Without one,
 * the other is removed.
 */
export const TypedEmailBody = z
  .strictObject({ email: z.optional(Email), replaces: z.optional(Email) })
  .check(z.refine(({ email, replaces }) => email !== undefined || replaces !== undefined, "required"));
/**
 * What the DNS says of a typed address. `no_server`: nobody takes mail there; `unknown`: no answer; `off`: not asked.
 */
export const MailCheck = z.enum(["accepts", "no_server", "unknown", "off"]);
export type MailCheck = z.infer<typeof MailCheck>;
export const setCompanyEmail = defineEndpoint({
  method: "POST",
  path: "/dashboard/companies/:id/email",
  access: "ready",
  body: TypedEmailBody,
  /** `mail_check`: null for a removal. */
  answer: z.extend(CompanyAnswer, { mail_check: z.nullable(MailCheck) }),
});
/** The user says that they have applied without e-mail. It counts once a company and way. */
export const recordApplication = defineEndpoint({
  method: "POST",
  path: "/dashboard/companies/:id/applications",
  access: "ready",
  body: z.strictObject({
    way: ApplicationWay,
    /** The number called, or the page where it was done. */
    target: singleLineField(LIMITS.applicationTarget),
  }),
  answer: CompanyAnswer,
});
export const undoApplication = defineEndpoint({
  method: "DELETE",
  path: "/dashboard/companies/:id/applications/:way",
  access: "ready",
  answer: CompanyAnswer,
});
export const archiveCompany = defineEndpoint({
  method: "POST",
  path: "/dashboard/companies/:id/archive",
  access: "ready",
  answer: CompanyIds,
});
export const bulkArchive = defineEndpoint({
  method: "POST",
  path: "/dashboard/companies/bulk-archive",
  access: "ready",
  body: CompanyIdsBody,
  answer: CompanyIds,
});

export const listArchive = defineEndpoint({
  method: "GET",
  path: "/archive/companies",
  access: "ready",
  query: ArchiveQuery,
  answer: CompanyPage,
});
export const unarchiveCompany = defineEndpoint({
  method: "POST",
  path: "/archive/companies/:id/unarchive",
  access: "ready",
  answer: CompanyIds,
});
export const bulkUnarchive = defineEndpoint({
  method: "POST",
  path: "/archive/companies/bulk-unarchive",
  access: "ready",
  body: CompanyIdsBody,
  answer: CompanyIds,
});
export const deleteCompany = defineEndpoint({
  method: "DELETE",
  path: "/archive/companies/:id",
  access: "ready",
  answer: CompanyIds,
});
export const bulkDelete = defineEndpoint({
  method: "POST",
  path: "/archive/companies/bulk-delete",
  access: "ready",
  body: CompanyIdsBody,
  answer: CompanyIds,
});
