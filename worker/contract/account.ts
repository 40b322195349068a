import * as z from "zod/mini";
import { defineEndpoint } from "./endpoint";
import type { ErrorCode } from "./errors";
import {
  Email,
  Language,
  singleLineField,
  Ok,
  multiLineField,
  noteField,
  ProfileQuery,
  Time,
  Count,
  Flag,
  Text,
} from "./field-schemas";
import { LIMITS } from "./limits";

export const User = z.object({
  id: Text,
  name: Text,
  email: Text,
  language: Language,
  wizard_completed: Flag,
  gmail_connected: Flag,
  gmail_email: z.nullable(Text),
  created_at: Time,
  cv_path: z.nullable(Text),
  template_message: Text,
});
export type User = z.infer<typeof User>;

/** How far the text of a CV has been extracted; only `ok` gives the LLM facts. */
export const CvTextStatus = z.enum(["pending", "ok", "no_text", "encrypted", "invalid", "too_complex"]);
export type CvTextStatus = z.infer<typeof CvTextStatus>;

export const Cv = z.object({ name: Text, size: Count, uploaded_at: Time, text_status: CvTextStatus });
export const GmailStatus = z.object({
  connected: Flag,
  email: z.nullable(Text),
  linked_at: z.nullable(Time),
  /** A link that Google no longer honours. */
  reconnect: Flag,
});
export type GmailStatus = z.infer<typeof GmailStatus>;

const tooManyLines: ErrorCode = "too_long";

/** What the user switches in the settings. `PATCH /settings/preferences` takes any of them. */
const PREFERENCES = {
  attach_cv: Flag,
  /** The letter as a PDF goes with every mail, whose text stays the same letter. */
  attach_letter: Flag,
  /** Every mail ends with a line that says where its address was found. */
  tell_source: Flag,
  /** Answers go to the user's own address with a tag that tells the company: `ana+c0123456789ab@gmail.com`. */
  tag_replies: Flag,
  /** The user's postal address, in lines; it stands in that PDF only. May be empty. */
  letter_address: noteField(LIMITS.letterAddressLength).check(
    z.refine((text) => text.trim().split("\n").length <= LIMITS.letterAddressLines, tooManyLines),
  ),
};
/** Below the letter in every mail, a line each; an empty phone is left out. */
export const Signature = z.strictObject({
  phone: z
    .string()
    .check(z.trim(), z.maxLength(40, "phone_invalid"), z.regex(/^(?:\+?(?:[ ()./-]*\d){6,15}\)?)?$/u, "phone_invalid")),
  /** Site and profiles, `https://` addresses. */
  links: z
    .array(
      z
        .url({ protocol: /^https$/u, hostname: z.regexes.domain, error: "link_invalid" })
        .check(z.maxLength(LIMITS.linkLength), z.regex(/^[!-~]*$/u)),
    )
    .check(z.maxLength(LIMITS.signatureLinks)),
});
export type Signature = z.infer<typeof Signature>;
export const Settings = z.object({
  language: Language,
  template_message: Text,
  /** Whether there are profiles beside the default one. */
  several_profiles: Flag,
  cv_path: z.nullable(Text),
  cv: z.nullable(Cv),
  gmail: GmailStatus,
  ...PREFERENCES,
  signature: Signature,
  sent_today: Count,
  daily_limit: Count,
  resets_at: Time,
  limits: z.object({
    bulk_send: Count,
    categories: Count,
    cities: Count,
    suggestions: Count,
    query_length: Count,
    template_length: Count,
    cv_bytes: Count,
    /** For how long a series of letters may wait, where the user has no hurry; 0: all are written at once. */
    letter_wait_hours: Count,
  }),
});
export type Settings = z.infer<typeof Settings>;

/** At least one preference: the first is named when none is given. */
export const PreferencesBody = z
  .partial(z.strictObject(PREFERENCES))
  .check(
    z.refine((body) => Object.keys(body).length > 0, { path: [Object.keys(PREFERENCES)[0] ?? ""], error: "required" }),
  );
export type PreferencesBody = z.infer<typeof PreferencesBody>;

const NewPassword = z
  .string()
  .check(z.minLength(LIMITS.passwordMin, "password_too_short"), z.maxLength(LIMITS.passwordMax, "password_too_long"));
export const RegisterBody = z.strictObject({
  name: singleLineField(LIMITS.nameLength),
  email: Email,
  password: NewPassword,
  language: z._default(Language, "fr"),
});
/** The existing password, whatever the rules were when it was set. */
const ExistingPassword = z.string().check(z.minLength(1), z.maxLength(LIMITS.passwordMax, "password_too_long"));
export const LoginBody = z.strictObject({ email: Email, password: ExistingPassword });
const OauthState = z.string().check(z.regex(/^[0-9a-f]{64}$/u, "oauth_state_missing"));
const GoogleCode = z.string().check(z.minLength(1), z.maxLength(2_048));
const GoogleBody = z.strictObject({ code: GoogleCode, state: OauthState, language: z._default(Language, "fr") });
const UserAnswer = z.object({ user: User });

export const register = defineEndpoint({
  method: "POST",
  path: "/auth/register",
  access: "public",
  body: RegisterBody,
  answer: UserAnswer,
});
export const login = defineEndpoint({
  method: "POST",
  path: "/auth/login",
  access: "public",
  body: LoginBody,
  answer: UserAnswer,
});
export const startGoogleSignIn = defineEndpoint({
  method: "POST",
  path: "/auth/google/state",
  access: "public",
  body: z.strictObject({ state: OauthState }),
  answer: Ok,
});
export const signInWithGoogle = defineEndpoint({
  method: "POST",
  path: "/auth/google",
  access: "public",
  body: GoogleBody,
  answer: UserAnswer,
});
export const logout = defineEndpoint({ method: "POST", path: "/auth/logout", access: "public", answer: Ok });
/** Confirms by password who the user is. Endpoints with `recentSignIn` are open for ten minutes after. */
export const reauthenticate = defineEndpoint({
  method: "POST",
  path: "/auth/reauthenticate",
  access: "session",
  answer: Ok,
  body: z.strictObject({ password: ExistingPassword }),
});
/** The same by Google, for the account that is linked. */
export const reauthenticateWithGoogle = defineEndpoint({
  method: "POST",
  path: "/auth/reauthenticate/google",
  access: "session",
  answer: Ok,
  body: z.strictObject({ code: GoogleCode, state: OauthState }),
});
/** Whether the last sign-in is recent enough for `recentSignIn`: a download cannot show the error. */
export const checkRecentSignIn = defineEndpoint({
  method: "GET",
  path: "/auth/recent-sign-in",
  access: "session",
  recentSignIn: true,
  answer: Ok,
});
export const getCurrentUser = defineEndpoint({
  method: "GET",
  path: "/auth/me",
  access: "session",
  answer: UserAnswer,
});

export const getSettings = defineEndpoint({ method: "GET", path: "/settings", access: "session", answer: Settings });
export const setLanguage = defineEndpoint({
  method: "PATCH",
  path: "/settings/language",
  access: "session",
  body: z.strictObject({ language: Language }),
  answer: Settings,
});
export const setName = defineEndpoint({
  method: "PATCH",
  path: "/settings/name",
  access: "session",
  body: z.strictObject({ name: singleLineField(LIMITS.nameLength) }),
  answer: UserAnswer,
});
export const setPreferences = defineEndpoint({
  method: "PATCH",
  path: "/settings/preferences",
  access: "session",
  body: PreferencesBody,
  answer: Settings,
});
export const uploadCv = defineEndpoint({
  method: "POST",
  path: "/settings/cv",
  access: "session",
  query: ProfileQuery,
  quota: "upload",
  file: "cv",
  fileLimit: { bytes: LIMITS.cvBytes, tooLarge: "cv_too_large" },
  /** `letters`: unsent ones, which will leave with this CV instead of the one that it replaces. */
  answer: z.object({ cv_path: Text, cv: Cv, letters: Count }),
});
/** The CV's text as the LLM gets it; empty while there is none. */
export const getCvText = defineEndpoint({
  method: "GET",
  path: "/settings/cv/text",
  access: "session",
  query: ProfileQuery,
  answer: z.object({ text_status: CvTextStatus, text: Text }),
});
/** The PDF of the CV; `#page=2` opens it at a page. */
export const getCvFile = defineEndpoint({
  method: "GET",
  path: "/settings/cv/file",
  access: "session",
  query: ProfileQuery,
  answer: z.unknown(),
  answerType: "application/pdf",
});
export const TemplateBody = z.strictObject({
  message: multiLineField(LIMITS.templateLength, "template_required", "template_too_long"),
});
export const setTemplate = defineEndpoint({
  method: "PATCH",
  path: "/settings/template-message",
  access: "session",
  query: ProfileQuery,
  body: TemplateBody,
  answer: Settings,
});
export const completeWizard = defineEndpoint({
  method: "POST",
  path: "/settings/wizard-complete",
  access: "session",
  answer: Settings,
});
const ExportedFile = z.object({ name: Text, type: Text, base64: Text });
const ExportedRow = z.record(Text, z.unknown());
/**
 * All stored data of a user: besides the named members, a list for every table with rows of theirs, under its name,
 * each row under its column names. Secrets that grant access (hashes, tokens) are left out.
 */
export const DataExport = z.looseObject({
  exported_at: Time,
  version: Text,
  account: ExportedRow,
  /** Of searches less than 30 days old, each with its `search_id`. */
  search_results: z.array(ExportedRow),
  /** The CV of the default profile as it was uploaded, and those of the others. */
  cv_file: z.nullable(ExportedFile),
  profile_cv_files: z.array(z.extend(ExportedFile, { profile_id: Text })),
});
/** A file to download, streamed. */
export const exportData = defineEndpoint({
  method: "GET",
  path: "/settings/export",
  access: "session",
  recentSignIn: true,
  quota: "export",
  answer: DataExport,
});
export const deleteAccount = defineEndpoint({
  method: "DELETE",
  path: "/settings/account",
  access: "session",
  recentSignIn: true,
  answer: Ok,
});

/** A signed-in browser. */
export const Session = z.object({
  id: Text,
  /** Browser and system, roughly; empty when unknown. */
  device: Text,
  started_at: Time,
  /** To the hour. */
  last_seen_at: Time,
  /** The session of this request. */
  current: Flag,
});
export type Session = z.infer<typeof Session>;

/** Sign-in methods and live sessions: this one first, then the latest. */
export const getSecurity = defineEndpoint({
  method: "GET",
  path: "/settings/security",
  access: "session",
  answer: z.object({ has_password: Flag, has_google: Flag, sessions: z.array(Session) }),
});
/**
 * Needs the current password; the first one of an account that signs in with Google needs a recent sign-in. Ends all
 * other sessions.
 */
export const PasswordBody = z.strictObject({
  current_password: z.optional(ExistingPassword),
  new_password: NewPassword,
});
export const setPassword = defineEndpoint({
  method: "POST",
  path: "/settings/password",
  access: "session",
  body: PasswordBody,
  answer: Ok,
});
export const endSession = defineEndpoint({
  method: "DELETE",
  path: "/settings/sessions/:id",
  access: "session",
  answer: Ok,
});
/** Ends every session, this one included. */
export const endAllSessions = defineEndpoint({
  method: "DELETE",
  path: "/settings/sessions",
  access: "session",
  answer: Ok,
});

/** What the CV says, in its own words, and what the user added. All of it may stand in messages. */
export const FactKind = z.enum(["job", "study", "skill", "language", "certificate", "figure", "other"]);
export type FactKind = z.infer<typeof FactKind>;
export const Fact = z.object({
  id: Text,
  kind: FactKind,
  /** `cv`: word for word in the CV. `confirmed`: the user says so. */
  source: z.enum(["cv", "confirmed"]),
  /** The fact as one line: "Vendeuse, Boulangerie Poilou, 2019-2022"; a job's tasks are in `details`. */
  text: Text,
  details: z.array(Text),
  /** Page of the CV's PDF, from 1; null where it is not known. */
  cv_page: z.nullable(Count),
});
export type Fact = z.infer<typeof Fact>;
/** `pending`: the CV is being read. `failed`: the assistant could not; it tries again with the next message. */
export const FactsStatus = z.enum(["none", "pending", "ready", "failed"]);
export type FactsStatus = z.infer<typeof FactsStatus>;
const FactsAnswer = z.object({ status: FactsStatus, facts: z.array(Fact) });
export const listFacts = defineEndpoint({
  method: "GET",
  path: "/settings/facts",
  access: "session",
  query: ProfileQuery,
  answer: FactsAnswer,
});
/** Reads the CV's facts now, if they have not been read. */
export const extractFacts = defineEndpoint({
  method: "POST",
  path: "/settings/facts/extract",
  access: "session",
  query: ProfileQuery,
  quota: "improvement",
  answer: FactsAnswer,
});
const FactBody = z.strictObject({
  text: singleLineField(LIMITS.factLength),
  /** "other" for a new fact; else as it is. */
  kind: z.optional(FactKind),
  /** Tasks of a job: none for a new fact; else as they are. */
  details: z.optional(z.array(singleLineField(LIMITS.factLength)).check(z.maxLength(LIMITS.factDetails))),
});
/** Adds a fact the user confirms as true. The same text twice is one fact. */
export const addFact = defineEndpoint({
  method: "POST",
  path: "/settings/facts",
  access: "session",
  query: ProfileQuery,
  body: FactBody,
  answer: FactsAnswer,
});
/** A fact of the CV that is edited becomes a confirmed one. */
export const patchFact = defineEndpoint({
  method: "PATCH",
  path: "/settings/facts/:id",
  access: "session",
  query: ProfileQuery,
  body: FactBody,
  answer: FactsAnswer,
});
/** A fact of the CV that is removed no longer supports messages, until another CV is uploaded. */
export const removeFact = defineEndpoint({
  method: "DELETE",
  path: "/settings/facts/:id",
  access: "session",
  query: ProfileQuery,
  answer: FactsAnswer,
});
export const saveSignature = defineEndpoint({
  method: "POST",
  path: "/settings/signature",
  access: "session",
  body: Signature,
  answer: z.object({ signature: Signature }),
});
