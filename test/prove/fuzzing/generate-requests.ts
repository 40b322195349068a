import { z } from "zod";
import type { Endpoint } from "../../../worker/contract/endpoint";
import { ErrorBody } from "../../../worker/contract/errors";
import { ENDPOINTS, toTitle } from "../../worker/support/endpoints";
import {
  pickHostileText,
  toJson,
  pick,
  type RandomNumber,
  type JsonShape,
  spoilValue,
  generateValue,
} from "./generate-values";

/** A request as it goes over the wire. */
export interface FuzzRequest {
  title: string;
  method: string;
  /** As it is sent: nothing is put right on the way. */
  path: string;
  headers: Record<string, string>;
  body?: string | Uint8Array;
}

/** What the server knows of this user. */
export interface KnownValues {
  ids: string[];
  cursors: string[];
}

interface DescribedEndpoint {
  endpoint: Endpoint;
  body: JsonShape | undefined;
  query: JsonShape | undefined;
}

const toShape = (schema: z.core.$ZodType | undefined): JsonShape | undefined =>
  schema && (z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonShape);
const describedEndpoints: DescribedEndpoint[] = ENDPOINTS.map((endpoint) => ({
  endpoint,
  body: toShape(endpoint.body),
  query: toShape(endpoint.query),
}));
/** What costs the most or ends the user is asked less often. */
const RARE_CALLS = new Set([
  "DELETE /settings/account",
  "POST /auth/register",
  "POST /auth/login",
  "POST /auth/logout",
  "DELETE /settings/sessions",
  "POST /search/run",
]);

/** A longer one is refused before it reaches the product. */
const MAX_PATH_LENGTH = 12_000;

const WORDS = [
  "shop_bakery",
  "software_company",
  "custom_atelier de lutherie",
  "Nowhere (France)",
  "Bonjour,\n\nje cherche un poste.",
  "firm.example",
  "Ana",
  "12",
];
const PATH_IDS: readonly [string, ...string[]] = [
  "",
  ".",
  "..",
  "%2e%2e",
  "%2e%2e%2f%2e%2e",
  "%00",
  "%",
  "%E0%A4%A",
  "%ED%A0%80",
  "%F0%9F%98%80",
  "%FF",
  "a%2Fb",
  "a/b",
  "a//b",
  ";",
  "'--",
  "*",
  "null",
  "undefined",
  "__proto__",
  "constructor",
  "toString",
  "0",
  "-1",
  "1e999",
  "x".repeat(64),
  "x".repeat(65),
  "x".repeat(5_000),
  "%61".repeat(2_000),
  "bulk-archive",
  "ids",
  "current",
  "?",
  "#",
  "?id=1",
  "a%0d%0ab",
  "%u0041",
  "{id}",
  ":id",
  "${1}",
  "%3Cb%3E",
  "%C3%A9",
];
const CONTENT_TYPES: readonly [string, ...string[]] = [
  "text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "multipart/form-data",
  "application/json; charset=utf-16",
  "application/json, text/html",
  "",
  "*/*",
  `application/${"x".repeat(3_000)}`,
];
const BROKEN_BODIES: readonly [string, ...string[]] = [
  "",
  "{",
  "[",
  "nul",
  '{"a":}',
  "\ufeff{}",
  '"x"',
  "[]",
  "1",
  "null",
  " ".repeat(200_000),
  "x".repeat(300_000),
  '{"a":"\\u12"}',
  "[".repeat(100_000),
  '{"a":1}{"a":2}',
  "{}\u0000",
];

function makeCursor({ cursors }: KnownValues, random: RandomNumber): string {
  const makeOddValue = () =>
    pick(random, [pickHostileText(random), random() * 1e6, null, ["x"], "2026-11-21T19:00:00.000Z", "-1"]);
  const makeForgedCursor = () =>
    Buffer.from(
      JSON.stringify(
        random() < 0.8
          ? [pick(random, ["created_at desc", "website asc", "archive", "mails", "x"]), makeOddValue(), makeOddValue()]
          : makeOddValue(),
      ),
    ).toString("base64url");
  const given = cursors.length > 0 ? pick(random, cursors as [string, ...string[]]) : makeForgedCursor();
  return pick(random, [
    given,
    makeForgedCursor(),
    given.slice(1),
    `${given}x`,
    given.split("").reverse().join(""),
    pickHostileText(random),
    "5",
    "-1",
    "1e99",
  ]);
}

function makeQuery(shape: JsonShape | undefined, known: KnownValues, random: RandomNumber): string {
  if (!shape && random() < 0.8) return "";
  const wanted = shape ? generateValue(shape, ["x", ...known.ids], random) : {};
  const given = Object.entries(random() < 0.5 ? (spoilValue(wanted, random) ?? {}) : (wanted ?? {}))
    .slice(0, 20)
    .map(([name, value]): [string, string] => [
      name,
      name === "cursor" ? makeCursor(known, random) : typeof value === "string" ? value : (JSON.stringify(value) ?? ""),
    ]);
  const query = given
    .map(
      ([name, value]) =>
        `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(value.toWellFormed().slice(0, 3_000))}`,
    )
    .join("&");
  return `?${random() < 0.05 ? `${query}&${query}` : query}${random() < 0.03 ? "&%=%&=%ff" : ""}`;
}

function makePath({ endpoint, query }: DescribedEndpoint, known: KnownValues, random: RandomNumber): string {
  const id =
    known.ids.length > 0 && random() < 0.7 ? pick(random, known.ids as [string, ...string[]]) : pick(random, PATH_IDS);
  const path = `/api${endpoint.path.replace(/:\w+/u, () => id)}`;
  const odd = random() < 0.03 ? pick(random, ["/", "//", "%2f", "/x", ";a=b", "%00"]) : "";
  return `${path}${odd}${makeQuery(query, known, random)}`.slice(0, MAX_PATH_LENGTH);
}

/** A form with a file in it, or nearly. */
function makeForm(random: RandomNumber): Pick<FuzzRequest, "body" | "headers"> {
  const boundary = pick(random, ["xxBOUNDARYxx", "x".repeat(70), "x".repeat(300), "a b"]);
  const name = pick(random, [
    "cv.pdf",
    "",
    "../../x.pdf",
    "a\u0000.pdf",
    "\u202efdp.exe",
    "x".repeat(3_000),
    'a"b.pdf',
    "\ud83d\ude00.pdf",
  ]);
  const content = pick(random, [
    "%PDF-1.7\n",
    "%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 1 0 R >>\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF",
    "",
    "PK\u0003\u0004",
    pickHostileText(random),
    `%PDF-1.7\n${"stream\n".repeat(20_000)}`,
  ]);
  const field = pick(random, ["cv", "cv", "cv", "CV", "", "__proto__"]);
  const part = `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: ${pick(random, ["application/pdf", "", "text/html", "image/png"])}\r\n\r\n${content}\r\n`;
  const whole = pick(random, [
    `${part}--${boundary}--\r\n`,
    `${part}--${boundary}--\r\n`,
    part,
    part.repeat(20) + `--${boundary}--\r\n`,
    "",
    `--${boundary}--`,
    pickHostileText(random),
  ]);
  return {
    body: whole.toWellFormed(),
    headers: {
      "content-type": random() < 0.9 ? `multipart/form-data; boundary=${boundary}` : pick(random, CONTENT_TYPES),
    },
  };
}

function makeBody(
  { endpoint, body }: DescribedEndpoint,
  known: KnownValues,
  random: RandomNumber,
): Pick<FuzzRequest, "body" | "headers"> {
  if (endpoint.file !== undefined) return makeForm(random);
  if (endpoint.method === "GET" || (!body && random() < 0.7)) return { headers: {} };
  const type = random() < 0.97 ? "application/json" : pick(random, CONTENT_TYPES);
  const headers: Record<string, string> = type === "" ? {} : { "content-type": type };
  if (random() < 0.06)
    return {
      body: random() < 0.2 ? Uint8Array.of(0xff, 0xfe, 0x7b, 0, 0x7d, 0) : pick(random, BROKEN_BODIES),
      headers,
    };
  const valid = generateValue(
    body ?? { type: "object" },
    [...WORDS, ...known.ids, ...known.ids] as [string, ...string[]],
    random,
  );
  return { body: toJson(random() < 0.35 ? valid : spoilValue(valid, random)), headers };
}

/** The next request: a call of the contract, valid, nearly valid or hostile. */
export function generateRequest(known: KnownValues, random: RandomNumber): FuzzRequest {
  let call = pick(random, describedEndpoints as [DescribedEndpoint, ...DescribedEndpoint[]]);
  while (RARE_CALLS.has(toTitle(call.endpoint)) && random() > 0.15)
    call = pick(random, describedEndpoints as [DescribedEndpoint, ...DescribedEndpoint[]]);
  const method =
    random() < 0.02
      ? pick(random, ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND"])
      : call.endpoint.method;
  const { body, headers } = makeBody(call, known, random);
  return {
    title: toTitle(call.endpoint),
    method,
    path: makePath(call, known, random),
    headers,
    ...(body !== undefined && { body }),
  };
}

/** What is wrong with an answer; null for nothing. */
export function findFault(
  { title, method }: FuzzRequest,
  { status, type, text }: { status: number; type: string; text: string },
): string | null {
  if (status >= 500) return `status ${status}`;
  if (!type.startsWith("application/json")) return `content type ${JSON.stringify(type)}`;
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return "a body that is no JSON";
  }
  if (status >= 400) return ErrorBody.safeParse(body).success ? null : "an error of another shape";
  const endpoint = ENDPOINTS.find((one) => toTitle(one) === title && one.method === method);
  // A path that was bent led to another call.
  const fits = endpoint?.answer.safeParse(body);
  if (
    status === 200 &&
    (fits?.success !== false || ENDPOINTS.some((one) => one.method === method && one.answer.safeParse(body).success))
  )
    return null;
  return status === 200 ? `an answer that does not fit: ${fits?.error?.message.slice(0, 200)}` : `status ${status}`;
}
