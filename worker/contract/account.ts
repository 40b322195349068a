import * as z from "zod/mini";
import { endpoint } from "./endpoint";
import { Email, Language, line, Ok, prose, Time } from "./fields";
import { LIMITS } from "./limits";
import { Count, Flag, Text } from "./plain";

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

/** How far the text of a CV has been read; only `ok` gives the writer facts. */
export const TextStatus = z.enum(["pending", "ok", "no_text", "encrypted", "invalid", "too_complex"]);
export type TextStatus = z.infer<typeof TextStatus>;

export const Cv = z.object({ name: Text, size: Count, uploaded_at: Time, text_status: TextStatus });
export const GmailStatus = z.object({
  connected: Flag,
  email: z.nullable(Text),
  linked_at: z.nullable(Time),
  /** The link was there and Google no longer honours it. */
  reconnect: Flag,
});
export type GmailStatus = z.infer<typeof GmailStatus>;

export const Settings = z.object({
  language: Language,
  template_message: Text,
  cv_path: z.nullable(Text),
  cv: z.nullable(Cv),
  gmail: GmailStatus,
  attach_cv: Flag,
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
  }),
});
export type Settings = z.infer<typeof Settings>;

const Password = z
  .string()
  .check(z.minLength(LIMITS.passwordMin, "password_too_short"), z.maxLength(LIMITS.passwordMax, "password_too_long"));
export const RegisterBody = z.strictObject({
  name: line(LIMITS.nameLength),
  email: Email,
  password: Password,
  language: z._default(Language, "fr"),
});
/** One that was set before, whatever the rules were then. */
const GivenPassword = z.string().check(z.minLength(1), z.maxLength(LIMITS.passwordMax, "password_too_long"));
export const LoginBody = z.strictObject({ email: Email, password: GivenPassword });
const OauthState = z.string().check(z.regex(/^[0-9a-f]{64}$/u, "oauth_state_missing"));
const GoogleCode = z.string().check(z.minLength(1), z.maxLength(2_048));
const GoogleBody = z.strictObject({ code: GoogleCode, state: OauthState, language: z._default(Language, "fr") });
const UserAnswer = z.object({ user: User });

export const register = endpoint({
  method: "POST",
  path: "/auth/register",
  access: "public",
  body: RegisterBody,
  answer: UserAnswer,
});
export const login = endpoint({
  method: "POST",
  path: "/auth/login",
  access: "public",
  body: LoginBody,
  answer: UserAnswer,
});
export const googleState = endpoint({
  method: "POST",
  path: "/auth/google/state",
  access: "public",
  body: z.strictObject({ state: OauthState }),
  answer: Ok,
});
export const google = endpoint({
  method: "POST",
  path: "/auth/google",
  access: "public",
  body: GoogleBody,
  answer: UserAnswer,
});
export const logout = endpoint({ method: "POST", path: "/auth/logout", access: "public", answer: Ok });
/** Proves anew who the user is, by the password. Whatever wants a recent sign-in is open for ten minutes after. */
export const reauthenticate = endpoint({
  method: "POST",
  path: "/auth/reauthenticate",
  access: "session",
  answer: Ok,
  body: z.strictObject({ password: GivenPassword }),
});
/** The same by Google, for the account that is linked. */
export const reauthenticateWithGoogle = endpoint({
  method: "POST",
  path: "/auth/reauthenticate/google",
  access: "session",
  answer: Ok,
  body: z.strictObject({ code: GoogleCode, state: OauthState }),
});
/** Whether the last sign-in is recent enough for what wants one: a download cannot be told otherwise. */
export const recentSignIn = endpoint({
  method: "GET",
  path: "/auth/recent-sign-in",
  access: "session",
  recentSignIn: true,
  answer: Ok,
});
export const me = endpoint({ method: "GET", path: "/auth/me", access: "session", answer: UserAnswer });

export const settings = endpoint({ method: "GET", path: "/settings", access: "session", answer: Settings });
export const setLanguage = endpoint({
  method: "PATCH",
  path: "/settings/language",
  access: "session",
  body: z.strictObject({ language: Language }),
  answer: Settings,
});
export const setPreferences = endpoint({
  method: "PATCH",
  path: "/settings/preferences",
  access: "session",
  body: z.strictObject({ attach_cv: Flag }),
  answer: Settings,
});
export const uploadCv = endpoint({
  method: "POST",
  path: "/settings/cv",
  access: "session",
  quota: "upload",
  file: "cv",
  answer: z.object({ cv_path: Text, cv: Cv }),
});
/** What was read out of the CV, as the assistant gets it; empty while there is none. */
export const cvText = endpoint({
  method: "GET",
  path: "/settings/cv/text",
  access: "session",
  answer: z.object({ text_status: TextStatus, text: Text }),
});
export const TemplateBody = z.strictObject({
  message: prose(LIMITS.templateLength, "template_required", "template_too_long"),
});
export const setTemplate = endpoint({
  method: "PATCH",
  path: "/settings/template-message",
  access: "session",
  body: TemplateBody,
  answer: Settings,
});
export const completeWizard = endpoint({
  method: "POST",
  path: "/settings/wizard-complete",
  access: "session",
  answer: Settings,
});
const Row = z.record(Text, z.unknown());
/**
 * All that is kept of a user: beside what is named here a list for every table that holds rows of theirs, under its name, each row under the
 * names of its columns. What would let somebody in (hashes, tokens) is left out.
 */
export const DataExport = z.looseObject({
  exported_at: Time,
  version: Text,
  account: Row,
  /** Of searches less than 30 days old, each with its `search_id`. */
  search_results: z.array(Row),
  /** The CV as it was uploaded. */
  cv_file: z.nullable(z.object({ name: Text, type: Text, base64: Text })),
});
/** A file to download, streamed. */
export const exportData = endpoint({
  method: "GET",
  path: "/settings/export",
  access: "session",
  recentSignIn: true,
  quota: "export",
  answer: DataExport,
});
export const deleteAccount = endpoint({
  method: "DELETE",
  path: "/settings/account",
  access: "session",
  recentSignIn: true,
  answer: Ok,
});

/** A browser that is signed in. */
export const Session = z.object({
  id: Text,
  /** Browser and system, roughly; empty when it did not say. */
  device: Text,
  started_at: Time,
  /** To the hour. */
  last_seen_at: Time,
  /** The one that asks. */
  current: Flag,
});
export type Session = z.infer<typeof Session>;

/** How the user signs in, and where they are signed in now: here first, then the latest. */
export const security = endpoint({
  method: "GET",
  path: "/settings/security",
  access: "session",
  answer: z.object({ has_password: Flag, has_google: Flag, sessions: z.array(Session) }),
});
/** Wants the password there is; the first one of an account that signs in with Google wants a recent sign-in. Ends all other sessions. */
export const PasswordBody = z.strictObject({ current_password: z.optional(GivenPassword), new_password: Password });
export const setPassword = endpoint({
  method: "POST",
  path: "/settings/password",
  access: "session",
  body: PasswordBody,
  answer: Ok,
});
export const endSession = endpoint({ method: "DELETE", path: "/settings/sessions/:id", access: "session", answer: Ok });
/** Ends every session, that of this browser included. */
export const endAllSessions = endpoint({ method: "DELETE", path: "/settings/sessions", access: "session", answer: Ok });

/** What the server can do and what it lacks, for the web app and for whoever runs it. */
export const Health = z.object({
  /** Nothing is off, and no service has been failing for minutes. */
  ok: Flag,
  version: Text,
  sandbox: Flag,
  /** Features that are off and the variables or secrets they wait for; the feature `bindings` stands for what the whole product rests on. */
  /** With the reason and since when, where a service refuses us: then `missing` names the setting to look at. */
  off: z.array(z.object({ feature: Text, missing: z.array(Text), reason: z.optional(Text), since: z.optional(Time) })),
  /** The services outside: when each last answered, and since when and why it does not. Nothing is told of one that was not asked yet. */
  services: z.array(
    z.object({
      name: Text,
      succeeded_at: z.nullable(Time),
      failing_since: z.nullable(Time),
      failure: z.nullable(Text),
      reason: z.nullable(Text),
    }),
  ),
  /** The day the model that writes is shut down (YYYY-MM-DD), where one is announced. */
  model_ends_on: z.nullable(Text),
  google: z.nullable(z.object({ client_id: Text, script_url: Text })),
  /** Where people reach the operator: a `mailto:` or `https:` link; null where none is set. */
  contact: z.nullable(Text),
});
export type Health = z.infer<typeof Health>;
export const health = endpoint({ method: "GET", path: "/health", access: "public", answer: Health });
