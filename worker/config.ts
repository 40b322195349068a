import { z } from "zod";
import { NOMINATIM, OPENAI, OVERPASS } from "./addresses";
import { LIMITS, type Quota, QUOTAS } from "./contract/limits";
import { type TokenKey, tokenKeysOf } from "./token-keys";

const text = z.string().trim().min(1).optional().catch(undefined);
const address = z.url().optional().catch(undefined);
const number = (fallback: number, max: number) => z.coerce.number().int().min(0).max(max).catch(fallback);
const blankAsMissing = (value: unknown) => (value === "" ? undefined : value);

/** How long a model may think; blank sends no such wish. */
const EFFORTS = ["none", "minimal", "low", "medium", "high", "xhigh", "max"] as const;
export type Effort = (typeof EFFORTS)[number];
const effort = (fallback: Effort) => z.union([z.enum(EFFORTS), z.literal("")]).default(fallback).catch(fallback);

/** Named by the service's page of deprecations for the one before; the second is the cheapest that lives. */
const MODELS = "gpt-6.1-terra,gpt-6-luna";

const Variables = z.object({
  APP_URL: z.preprocess(blankAsMissing, address),
  SESSION_SECRET: z.string().min(32).optional().catch(undefined),
  TOKEN_KEYS: z.string().catch(""),
  GOOGLE_CLIENT_ID: text,
  GOOGLE_CLIENT_SECRET: text,
  OPENAI_API_KEY: text,
  OPENAI_BASE_URL: z.preprocess(blankAsMissing, z.url().default(OPENAI)),
  OPENAI_MODEL: z.preprocess(blankAsMissing, z.string().default(MODELS)),
  OPENAI_EFFORT: effort("low"),
  OPENAI_EFFORT_RANKING: effort("none"),
  OPENAI_MAX_TOKENS: number(6_000, 1_000_000),
  CONTACT_URL: text,
  OVERPASS_URLS: z.preprocess(blankAsMissing, z.string().default(OVERPASS)),
  NOMINATIM_URL: z.preprocess(blankAsMissing, z.url().default(NOMINATIM)),
  DAILY_LIMIT: number(50, 2_000),
  REGISTRATIONS_PER_HOUR: number(LIMITS.registrationsOfNetwork, 1_000_000),
  SEARCHES_PER_HOUR: number(QUOTAS.search, 1_000_000),
  SUGGESTIONS_PER_HOUR: number(QUOTAS.suggestion, 1_000_000),
  GENERATIONS_PER_HOUR: number(QUOTAS.generation, 1_000_000),
  IMPROVEMENTS_PER_HOUR: number(QUOTAS.improvement, 1_000_000),
  UPLOADS_PER_HOUR: number(QUOTAS.upload, 1_000_000),
  MODEL_CALLS_PER_DAY: number(10_000, 1_000_000_000),
  MODEL_SHARE_PERCENT: number(5, 100),
  MODEL_SHARE_NEW_PERCENT: number(1, 100),
  HOST_DELAY_MS: number(1_000, 60_000),
  OSM_DELAY_MS: number(1_000, 60_000),
});

export interface ModelConfig {
  apiKey: string | undefined;
  baseUrl: string;
  /** In the order in which they are tried. */
  models: string[];
  /** Of letters, templates and facts; and of what somebody waits for. Undefined: not sent. */
  effort: Effort | undefined;
  hurriedEffort: Effort | undefined;
  /** Most tokens of an answer, those of its reasoning included; 0 for no such bound. */
  maxTokens: number;
}

/** The checked settings of the worker. What is undefined switches its feature off. */
export interface Config {
  /** Origin the product is reached at; undefined: that of the request. */
  appUrl: string | undefined;
  sessionSecret: string | undefined;
  /** The first seals the tokens of mailboxes, any of them opens. */
  tokenKeys: readonly [TokenKey, ...TokenKey[]] | undefined;
  google: { clientId: string | undefined; clientSecret: string | undefined };
  openai: ModelConfig;
  /** URL or address by which operators of read sites and of OSM can reach us; part of the User-Agent. */
  contactUrl: string | undefined;
  overpassUrls: string[];
  nominatimUrl: string;
  /** Mails per user and day. */
  dailyLimit: number;
  /** Tries to open an account from one network in an hour. */
  registrationsPerHour: number;
  /** What a user may ask for in an hour. */
  quotas: Record<Quota, number>;
  /** Questions to the model in a day (UTC), of all users together; 0 pauses all writing. */
  modelCallsPerDay: number;
  /** What one user may have of them; and one who is new or has linked no Gmail. */
  modelShare: { usual: number; newcomer: number };
  /** Pause between two requests to one host, milliseconds. */
  hostDelayMs: number;
  /** Pause after a request to OpenStreetMap's servers, milliseconds. */
  osmDelayMs: number;
}

const listed = (text: string) => text.split(",").map((each) => each.trim()).filter((each) => each !== "");

/** Reads the settings of a worker. A malformed one counts as missing, so that its feature says which it is. */
export function readConfig(variables: Record<string, unknown>): Config {
  const v = Variables.parse(variables);
  const share = (percent: number) => Math.min(v.MODEL_CALLS_PER_DAY, Math.max(1, Math.floor((v.MODEL_CALLS_PER_DAY * percent) / 100)));
  return {
    appUrl: v.APP_URL && new URL(v.APP_URL).origin,
    sessionSecret: v.SESSION_SECRET,
    tokenKeys: tokenKeysOf(v.TOKEN_KEYS) ?? undefined,
    google: { clientId: v.GOOGLE_CLIENT_ID, clientSecret: v.GOOGLE_CLIENT_SECRET },
    openai: {
      apiKey: v.OPENAI_API_KEY, baseUrl: v.OPENAI_BASE_URL, models: listed(v.OPENAI_MODEL),
      effort: v.OPENAI_EFFORT || undefined, hurriedEffort: v.OPENAI_EFFORT_RANKING || undefined, maxTokens: v.OPENAI_MAX_TOKENS,
    },
    contactUrl: v.CONTACT_URL,
    overpassUrls: listed(v.OVERPASS_URLS).filter((url) => URL.canParse(url)),
    nominatimUrl: v.NOMINATIM_URL,
    dailyLimit: v.DAILY_LIMIT,
    registrationsPerHour: v.REGISTRATIONS_PER_HOUR,
    quotas: {
      search: v.SEARCHES_PER_HOUR, suggestion: v.SUGGESTIONS_PER_HOUR, generation: v.GENERATIONS_PER_HOUR,
      improvement: v.IMPROVEMENTS_PER_HOUR, upload: v.UPLOADS_PER_HOUR,
    },
    modelCallsPerDay: v.MODEL_CALLS_PER_DAY,
    modelShare: { usual: share(v.MODEL_SHARE_PERCENT), newcomer: share(v.MODEL_SHARE_NEW_PERCENT) },
    hostDelayMs: v.HOST_DELAY_MS,
    osmDelayMs: v.OSM_DELAY_MS,
  };
}

export type Feature = "google sign-in" | "gmail" | "writing" | "company directory" | "signed polls";

/** The settings each feature waits for; a feature with none missing is on. */
export function missingSettings(config: Config): Record<Feature, string[]> {
  const missing = (wanted: Record<string, unknown>) => Object.keys(wanted).filter((name) => wanted[name] === undefined);
  const google = { GOOGLE_CLIENT_ID: config.google.clientId, GOOGLE_CLIENT_SECRET: config.google.clientSecret };
  return {
    "google sign-in": missing(google),
    gmail: missing({ ...google, TOKEN_KEYS: config.tokenKeys }),
    writing: missing({ OPENAI_API_KEY: config.openai.apiKey }),
    "company directory": missing({ CONTACT_URL: config.contactUrl }),
    "signed polls": missing({ SESSION_SECRET: config.sessionSecret }),
  };
}
