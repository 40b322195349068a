import { z } from "zod";
import { LIMITS, type Quota, QUOTAS } from "../contract/limits";
import { type EncryptionKey, parseEncryptionKeys } from "./encryption-keys";
import { NOMINATIM_URL, OPENAI_BASE_URL, OVERPASS_URL } from "./service-urls";

/** The operator's e-mail address or page as a link; null for neither. */
export function toContactLink(contact: string | undefined): string | null {
  if (contact === undefined) return null;
  if (/^https?:\/\//u.test(contact)) return URL.canParse(contact) ? contact : null;
  const address = contact.replace(/^mailto:/u, "");
  return /^[^\s@]+@[^\s@]+\.[^\s@.]+$/u.test(address) ? `mailto:${address}` : null;
}

const textSetting = z.string().trim().min(1).optional().catch(undefined);
const urlSetting = z.url().optional().catch(undefined);
const blankToUndefined = (value: unknown) => (typeof value === "string" && value.trim() === "" ? undefined : value);
const integerSetting = (fallback: number, max: number, min = 0) =>
  z.preprocess(blankToUndefined, z.coerce.number().int().min(min).max(max).default(fallback));
const httpUrl = z.url({ protocol: /^https?$/u });
const urlListSetting = z
  .string()
  .transform((list) =>
    list
      .split(",")
      .map((url) => url.trim())
      .filter((url) => url !== ""),
  )
  .pipe(z.array(httpUrl).min(1));
/** Its operators allow one request at a time. */
const PUBLIC_OVERPASS_HOST = /(?:^|\.)overpass-api\.de$/u;

/** Setting value that keeps its service inside the sandbox; any other uses the real service. */
export const SANDBOX_SETTING = "sandbox";

/** Where data may be stored. Empty: wherever Cloudflare puts it. */
const JURISDICTIONS = ["eu", "fedramp", ""] as const;
export type Jurisdiction = (typeof JURISDICTIONS)[number];

/** Reasoning effort of a model; blank sends none. */
const REASONING_EFFORTS = ["none", "minimal", "low", "medium", "high", "xhigh", "max"] as const;
export type ReasoningEffort = (typeof REASONING_EFFORTS)[number];
const effortSetting = (fallback: ReasoningEffort) =>
  z
    .union([z.enum(REASONING_EFFORTS), z.literal("")])
    .default(fallback)
    .catch(fallback);

/** The first is the successor on the service's deprecations page; the second is the cheapest available. */
const DEFAULT_MODELS = "gpt-6.1-terra,gpt-6-luna";

const EnvironmentVariables = z
  .object({
    APP_URL: z.preprocess(blankToUndefined, urlSetting),
    // A mistyped value stops the worker: data in the wrong place cannot be moved afterwards.
    JURISDICTION: z.enum(JURISDICTIONS).default("eu"),
    SESSION_SECRET: z.string().min(32).optional().catch(undefined),
    TOKEN_KEYS: z.string().catch(""),
    GOOGLE_CLIENT_ID: textSetting,
    GOOGLE_CLIENT_SECRET: textSetting,
    OPENAI_API_KEY: textSetting,
    OPENAI_BASE_URL: z.preprocess(blankToUndefined, z.url().default(OPENAI_BASE_URL)),
    OPENAI_MODEL: z.preprocess(blankToUndefined, z.string().default(DEFAULT_MODELS)),
    OPENAI_EFFORT: effortSetting("low"),
    OPENAI_EFFORT_RANKING: effortSetting("none"),
    OPENAI_MAX_TOKENS: integerSetting(6_000, 1_000_000),
    OPENAI_BATCH_HOURS: integerSetting(0, 24),
    SECOND_READING: z.preprocess(blankToUndefined, z.enum(["true", "false"]).default("false")),
    CONTACT_URL: textSetting.transform((value) =>
      value === SANDBOX_SETTING || toContactLink(value) !== null ? value : undefined,
    ),
    OPERATOR_NAME: textSetting,
    OPERATOR_ADDRESS: textSetting,
    INBOUND_DOMAIN: z.preprocess(
      blankToUndefined,
      z
        .string()
        .trim()
        .toLowerCase()
        .regex(/^(?=.{4,190}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/u)
        .optional()
        .catch(undefined),
    ),
    OSM_ENABLED: z.preprocess(blankToUndefined, z.enum(["true", "false"]).default("true")),
    OVERPASS_URLS: z.preprocess(blankToUndefined, urlListSetting.default([OVERPASS_URL])),
    NOMINATIM_URL: z.preprocess(blankToUndefined, httpUrl.default(NOMINATIM_URL)),
    OBJECT_SHARDS: integerSetting(0, 4_000),
    LOG_SAMPLE_PERCENT: integerSetting(100, 100),
    DAILY_LIMIT: integerSetting(LIMITS.mailsPerDay, 2_000),
    OUTBOX_PACE: z.preprocess(blankToUndefined, z.enum(["usual", "hurried"]).default("usual")),
    REGISTRATIONS_PER_HOUR: integerSetting(LIMITS.registrationsPerNetwork, 1_000_000),
    SEARCHES_PER_HOUR: integerSetting(QUOTAS.search, 1_000_000),
    SUGGESTIONS_PER_HOUR: integerSetting(QUOTAS.suggestion, 1_000_000),
    GENERATIONS_PER_HOUR: integerSetting(QUOTAS.generation, 1_000_000),
    IMPROVEMENTS_PER_HOUR: integerSetting(QUOTAS.improvement, 1_000_000),
    UPLOADS_PER_HOUR: integerSetting(QUOTAS.upload, 1_000_000),
    EXPORTS_PER_HOUR: integerSetting(QUOTAS.export, 1_000_000),
    REPORTS_PER_HOUR: integerSetting(QUOTAS.report, 1_000_000),
    MODEL_CALLS_PER_DAY: integerSetting(10_000, 1_000_000_000),
    DNS_RESOLVER_URL: z.preprocess(
      blankToUndefined,
      z
        .url({ protocol: /^https$/u })
        .optional()
        .catch(undefined),
    ),
    MODEL_SHARE_PERCENT: integerSetting(5, 100),
    MODEL_SHARE_NEW_PERCENT: integerSetting(1, 100),
    HOST_DELAY_MS: integerSetting(1_000, 60_000),
    OSM_DELAY_MS: integerSetting(1_000, 60_000),
    OVERPASS_DELAY_MS: z.preprocess(blankToUndefined, z.coerce.number().int().min(0).max(60_000).optional()),
    OVERPASS_PARALLEL: integerSetting(1, 16, 1),
  })
  .refine(
    ({ OVERPASS_URLS, OVERPASS_PARALLEL }) =>
      OVERPASS_PARALLEL === 1 || !OVERPASS_URLS.some((url) => PUBLIC_OVERPASS_HOST.test(new URL(url).hostname)),
    {
      path: ["OVERPASS_PARALLEL"],
      message: "the public server takes one question at a time",
    },
  );

export interface LlmConfig {
  apiKey: string | undefined;
  baseUrl: string;
  /** In the order in which they are tried. */
  models: string[];
  /** For messages, templates and facts; and for interactive calls. Undefined: not sent. */
  effort: ReasoningEffort | undefined;
  interactiveEffort: ReasoningEffort | undefined;
  /** Most tokens of an answer, reasoning included; 0 for no limit. */
  maxTokens: number;
  /** For how long a series of letters may wait for a batch; 0: none is. */
  batchHours: number;
  /** A letter that has passed its check is read once more by the model, for what no source says. */
  readsAgain: boolean;
}

/** The checked settings of the worker. An undefined one disables its feature. */
export interface Config {
  /** Origin of the product; undefined: that of the request. */
  appUrl: string | undefined;
  /** Where Durable Objects run and store their data. */
  jurisdiction: Jurisdiction;
  sessionSecret: string | undefined;
  /** The first encrypts mailbox tokens, all decrypt. */
  tokenKeys: readonly [EncryptionKey, ...EncryptionKey[]] | undefined;
  google: { clientId: string | undefined; clientSecret: string | undefined };
  openai: LlmConfig;
  /** URL or address by which operators of sites and of OSM can reach us; part of the User-Agent. */
  contactUrl: string | undefined;
  /** Who runs the site, for the legal pages; null where the operator has not said so. */
  operator: { name: string; address: string | null } | null;
  /** Where users' Gmail forwards answers to: a domain whose mail comes to this worker, lower case. */
  inboundDomain: string | undefined;
  /** Whether OpenStreetMap's servers may be queried at all. */
  osmEnabled: boolean;
  overpassUrls: string[];
  nominatimUrl: string;
  /** Shards of users in Durable Objects. */
  objectShards: number;
  /** Of ordinary lines of the log, how many requests in a hundred are kept. */
  logSamplePercent: number;
  /** Mails per user and day. */
  dailyLimit: number;
  /** `hurried`: mails leave within seconds at any hour, for development and tests. */
  outboxPace: "usual" | "hurried";
  /** Registration attempts from one network in an hour. */
  registrationsPerHour: number;
  /** Calls of a user in an hour. */
  quotas: Record<Quota, number>;
  /** LLM calls in a UTC day, of all users together; 0 pauses all writing. */
  modelCallsPerDay: number;
  /** A DNS resolver that answers JSON over HTTPS. */
  dnsResolverUrl: string | undefined;
  /** One user's share of them; and that of a new user, or one without a linked Gmail. */
  modelShare: { usual: number; newcomer: number };
  /** Pause between two requests to one host, milliseconds. */
  hostDelayMs: number;
  /** Pause after a request to Nominatim, and after one to Overpass, milliseconds. */
  osmDelayMs: number;
  overpassDelayMs: number;
  /** Requests to Overpass at a time. */
  overpassParallel: number;
}

const splitList = (text: string) =>
  text
    .split(",")
    .map((each) => each.trim())
    .filter((each) => each !== "");

const formatIssue = ({ path, message }: z.core.$ZodIssue) => `${path[0]?.toString() ?? ""}: ${message}`;

/**
 * Parses the worker's settings. A malformed key or address counts as missing, so that its feature names it.
 * @throws Error for an invalid number, switch or server address: nothing runs until it is corrected
 */
export function readConfig(variables: Record<string, unknown>): Config {
  const { data: v, error } = EnvironmentVariables.safeParse(variables);
  if (error) throw new Error(`settings that make no sense: ${error.issues.map(formatIssue).join("; ")}`);
  const toCallShare = (percent: number) =>
    Math.min(v.MODEL_CALLS_PER_DAY, Math.max(1, Math.floor((v.MODEL_CALLS_PER_DAY * percent) / 100)));
  return {
    appUrl: v.APP_URL && new URL(v.APP_URL).origin,
    jurisdiction: v.JURISDICTION,
    sessionSecret: v.SESSION_SECRET,
    tokenKeys: parseEncryptionKeys(v.TOKEN_KEYS) ?? undefined,
    google: { clientId: v.GOOGLE_CLIENT_ID, clientSecret: v.GOOGLE_CLIENT_SECRET },
    openai: {
      apiKey: v.OPENAI_API_KEY,
      baseUrl: v.OPENAI_BASE_URL,
      models: splitList(v.OPENAI_MODEL),
      effort: v.OPENAI_EFFORT || undefined,
      interactiveEffort: v.OPENAI_EFFORT_RANKING || undefined,
      maxTokens: v.OPENAI_MAX_TOKENS,
      batchHours: v.OPENAI_BATCH_HOURS,
      readsAgain: v.SECOND_READING === "true",
    },
    contactUrl: v.CONTACT_URL,
    operator: v.OPERATOR_NAME === undefined ? null : { name: v.OPERATOR_NAME, address: v.OPERATOR_ADDRESS ?? null },
    inboundDomain: v.INBOUND_DOMAIN,
    osmEnabled: v.OSM_ENABLED === "true",
    overpassUrls: v.OVERPASS_URLS,
    nominatimUrl: v.NOMINATIM_URL,
    objectShards: v.OBJECT_SHARDS,
    logSamplePercent: v.LOG_SAMPLE_PERCENT,
    dailyLimit: v.DAILY_LIMIT,
    outboxPace: v.OUTBOX_PACE,
    registrationsPerHour: v.REGISTRATIONS_PER_HOUR,
    quotas: {
      search: v.SEARCHES_PER_HOUR,
      suggestion: v.SUGGESTIONS_PER_HOUR,
      generation: v.GENERATIONS_PER_HOUR,
      improvement: v.IMPROVEMENTS_PER_HOUR,
      upload: v.UPLOADS_PER_HOUR,
      export: v.EXPORTS_PER_HOUR,
      report: v.REPORTS_PER_HOUR,
    },
    modelCallsPerDay: v.MODEL_CALLS_PER_DAY,
    dnsResolverUrl: v.DNS_RESOLVER_URL,
    modelShare: { usual: toCallShare(v.MODEL_SHARE_PERCENT), newcomer: toCallShare(v.MODEL_SHARE_NEW_PERCENT) },
    hostDelayMs: v.HOST_DELAY_MS,
    osmDelayMs: v.OSM_DELAY_MS,
    overpassDelayMs: v.OVERPASS_DELAY_MS ?? v.OSM_DELAY_MS,
    overpassParallel: v.OVERPASS_PARALLEL,
  };
}

export type Feature =
  | "google sign-in"
  | "gmail"
  | "writing"
  | "company directory"
  | "signed polls"
  | "contact"
  | "forwarded answers";

/** Features that an operator may do without: the product is whole. */
export const OPTIONAL_FEATURES: ReadonlySet<string> = new Set<Feature>(["forwarded answers"]);

/** The missing settings of each feature; a feature with none missing is on. */
export function listMissingSettings(config: Config): Record<Feature, string[]> {
  const findMissing = (settings: Record<string, unknown>) =>
    Object.keys(settings).filter((name) => settings[name] === undefined);
  const google = { GOOGLE_CLIENT_ID: config.google.clientId, GOOGLE_CLIENT_SECRET: config.google.clientSecret };
  return {
    "google sign-in": findMissing(google),
    gmail: findMissing({ ...google, TOKEN_KEYS: config.tokenKeys }),
    writing: findMissing({ OPENAI_API_KEY: config.openai.apiKey }),
    "company directory": findMissing({ CONTACT_URL: config.contactUrl }),
    "signed polls": findMissing({ SESSION_SECRET: config.sessionSecret }),
    contact: findMissing({ CONTACT_URL: config.contactUrl }),
    "forwarded answers": findMissing({ INBOUND_DOMAIN: config.inboundDomain }),
  };
}
