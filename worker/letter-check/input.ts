import { z } from "zod";

const blankable = z
  .string()
  .nullish()
  .transform((text) => text ?? "");

const SentenceClaims = z.object({
  sentence: z.string(),
  claims: z.array(z.object({ source: z.enum(["cv", "template", "company", "confirmed"]), quote: z.string() })),
  /** A second reader has found that no source says it. */
  doubted: z.boolean().optional(),
});

/** A letter, and the sources it may state facts from. */
export const CheckInput = z.object({
  /** Text of the CV; blank when there is none. */
  cv: blankable,
  /** The candidate's own message. */
  template: blankable,
  company: z.object({
    name: z.string().trim().min(1),
    website: blankable,
    city: blankable,
    country: blankable,
    /** Text of its website: facts, perhaps injected instructions too. */
    about: blankable,
  }),
  /** Names of the user's other companies. */
  others: z
    .array(z.string())
    .nullish()
    .transform((names) => names ?? []),
  /** What the candidate has confirmed as true of themselves. */
  confirmed: z.array(z.string()).nullish(),
  /** What the writer says each sentence rests on. Believed only where the quotes stand in the sources. */
  claims: z.array(SentenceClaims).nullish(),
  /** For a follow-up: the days (YYYY-MM-DD) on which the application and an earlier follow-up were sent. */
  followUp: z.object({ sentOn: z.array(z.string()) }).nullish(),
  /** The day on which the letter is written (YYYY-MM-DD): how long a job lasts that goes on. Else read off the CV. */
  today: z.iso.date().nullish(),
  candidate: z.object({
    name: blankable,
    email: blankable,
    /** Telephone, links and further addresses of theirs: a letter may hold them. */
    contacts: z.array(z.string()).nullish(),
  }),
  language: z.enum(["fr", "en", "de"]),
  subject: z.string(),
  text: z.string(),
});
export type CheckInput = z.output<typeof CheckInput>;
export type LetterLanguage = CheckInput["language"];

/** The day as `today` of the input. */
export const readToday = (): string => new Date().toISOString().slice(0, "YYYY-MM-DD".length);
