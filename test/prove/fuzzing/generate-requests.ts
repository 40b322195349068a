import fc from "fast-check";
import { z } from "zod";
import type { Endpoint } from "../../../worker/contract/endpoint";
import { ErrorBody } from "../../../worker/contract/errors";
import { either } from "../../harness/arbitraries";
import { ENDPOINTS, toTitle } from "../../worker/support/endpoints";
import { hostileText, type JsonShape, spoiledArbitrary, toJson, valueArbitrary } from "./generate-values";

/** A request as it goes over the wire. */
export interface FuzzRequest {
  title: string;
  method: string;
  /** As it is sent, never normalized. */
  path: string;
  headers: Record<string, string>;
  body?: string | Uint8Array;
}

/** A mail as the server has shown it to its user. */
export interface ShownMail {
  company_id: string;
  message_version: number;
  fingerprint: string;
}

/** What the server gave this user. */
export interface KnownValues {
  ids: string[];
  cursors: string[];
  mails: ShownMail[];
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
/** Calls that cost the most or end the session come less often. */
const RARE_CALLS = new Set([
  "DELETE /settings/account",
  "POST /auth/register",
  "POST /auth/login",
  "POST /auth/logout",
  "DELETE /settings/sessions",
  "POST /search/run",
]);

/** The runtime refuses a longer one itself. */
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
const PATH_IDS = [
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
const CONTENT_TYPES = [
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
const BROKEN_BODIES = [
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

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND"];
const PATH_ENDINGS = ["/", "//", "%2f", "/x", ";a=b", "%00"];
const MAX_QUERY_VALUES = 20;
const MAX_QUERY_VALUE_LENGTH = 3_000;

function cursorArbitrary({ cursors }: KnownValues): fc.Arbitrary<string> {
  const oddValue = fc.oneof(
    hostileText,
    fc.double({ min: 0, max: 1e6, noNaN: true }),
    fc.constantFrom(null, ["x"], "2026-11-21T19:00:00.000Z", "-1"),
  );
  const order = fc.constantFrom("created_at desc", "website asc", "archive", "mails", "x");
  const forged = either<unknown>(80, fc.tuple(order, oddValue, oddValue), oddValue).map((value) =>
    Buffer.from(JSON.stringify(value)).toString("base64url"),
  );
  const valid = cursors.length > 0 ? fc.constantFrom(...cursors) : forged;
  return fc.oneof(
    valid,
    forged,
    valid.map((cursor) => cursor.slice(1)),
    valid.map((cursor) => `${cursor}x`),
    valid.map((cursor) => cursor.split("").reverse().join("")),
    hostileText,
    fc.constantFrom("5", "-1", "1e99"),
  );
}

const toQueryText = (value: unknown): string => (typeof value === "string" ? value : (JSON.stringify(value) ?? ""));
const encode = (text: string): string => encodeURIComponent(text.toWellFormed().slice(0, MAX_QUERY_VALUE_LENGTH));

function queryArbitrary(shape: JsonShape | undefined, known: KnownValues): fc.Arbitrary<string> {
  const valid: fc.Arbitrary<unknown> = shape ? valueArbitrary(shape, ["x", ...known.ids]) : fc.constant({});
  const values = either(50, valid, valid.chain(spoiledArbitrary));
  const query = fc.tuple(values, cursorArbitrary(known)).map(([query, cursor]) =>
    Object.entries(query ?? {})
      .slice(0, MAX_QUERY_VALUES)
      .map(([name, value]) => `${encode(name)}=${encode(name === "cursor" ? cursor : toQueryText(value))}`)
      .join("&"),
  );
  const complete = fc
    .tuple(
      either(
        5,
        query.map((text) => `${text}&${text}`),
        query,
      ),
      either(3, fc.constant("&%=%&=%ff"), fc.constant("")),
    )
    .map(([text, end]) => `?${text}${end}`);
  return shape ? complete : either(20, complete, fc.constant(""));
}

function pathArbitrary({ endpoint, query }: DescribedEndpoint, known: KnownValues): fc.Arbitrary<string> {
  const oddId = fc.constantFrom(...PATH_IDS);
  const id = known.ids.length > 0 ? either(70, fc.constantFrom(...known.ids), oddId) : oddId;
  const ending = either(3, fc.constantFrom(...PATH_ENDINGS), fc.constant(""));
  // After the id: a version of a message, or a way to apply.
  const part = either(80, fc.constantFrom("1", "2", "phone", "form", "careers"), oddId);
  return fc.tuple(id, part, ending, queryArbitrary(query, known)).map((parts) => {
    const [pathId, pathPart, end, queryText] = parts;
    const path = endpoint.path.replace(":id", () => pathId).replace(/:\w+/u, () => pathPart);
    return `/api${path}${end}${queryText}`.slice(0, MAX_PATH_LENGTH);
  });
}

type BodyAndHeaders = Pick<FuzzRequest, "body" | "headers">;

const FILE_NAMES = [
  "cv.pdf",
  "",
  "../../x.pdf",
  "a\u0000.pdf",
  "\u202efdp.exe",
  "x".repeat(3_000),
  'a"b.pdf',
  "\ud83d\ude00.pdf",
];
const FILE_CONTENTS = [
  "%PDF-1.7\n",
  "%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 1 0 R >>\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF",
  "",
  "PK\u0003\u0004",
  `%PDF-1.7\n${"stream\n".repeat(20_000)}`,
];

/** A form with a file in it, or nearly. */
const formArbitrary: fc.Arbitrary<BodyAndHeaders> = fc
  .record({
    boundary: fc.constantFrom("xxBOUNDARYxx", "x".repeat(70), "x".repeat(300), "a b"),
    name: fc.constantFrom(...FILE_NAMES),
    content: either(83, fc.constantFrom(...FILE_CONTENTS), hostileText),
    field: fc.constantFrom("cv", "cv", "cv", "CV", "", "__proto__"),
    type: fc.constantFrom("application/pdf", "", "text/html", "image/png"),
    form: fc.constantFrom("one part", "one part", "no end", "many parts", "empty", "only an end", "other text"),
    otherText: hostileText,
    otherType: either<string | null>(10, fc.constantFrom(...CONTENT_TYPES), fc.constant(null)),
  })
  .map(({ boundary, name, content, field, type, form, otherText, otherType }) => {
    const disposition = `form-data; name="${field}"; filename="${name}"`;
    const head = `--${boundary}\r\nContent-Disposition: ${disposition}\r\nContent-Type: ${type}`;
    const part = `${head}\r\n\r\n${content}\r\n`;
    const end = `--${boundary}--`;
    const text = {
      "one part": `${part}${end}\r\n`,
      "no end": part,
      "many parts": `${part.repeat(20)}${end}\r\n`,
      empty: "",
      "only an end": end,
      "other text": otherText,
    }[form];
    return {
      body: text.toWellFormed(),
      headers: { "content-type": otherType ?? `multipart/form-data; boundary=${boundary}` },
    };
  });

/** An order to queue mails that were shown, which chance would never make. */
const approvalArbitrary = ({ mails }: KnownValues, order: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc
    .tuple(order, fc.subarray(mails, { minLength: 1 }))
    .map(([made, shown]) => ({ ...(typeof made === "object" ? made : {}), mails: shown }));

function bodyArbitrary({ endpoint, body: shape }: DescribedEndpoint, known: KnownValues): fc.Arbitrary<BodyAndHeaders> {
  const none = fc.constant<BodyAndHeaders>({ headers: {} });
  if (endpoint.file !== undefined) return formArbitrary;
  if (endpoint.method === "GET") return none;
  const made = valueArbitrary(shape ?? { type: "object" }, [...WORDS, ...known.ids, ...known.ids]);
  const isApproval = toTitle(endpoint) === "POST /outbox" && known.mails.length > 0;
  const valid = isApproval ? either(70, approvalArbitrary(known, made), made) : made;
  const json = either(35, valid, valid.chain(spoiledArbitrary)).map(toJson);
  const broken = either<string | Uint8Array>(
    20,
    fc.constant(Uint8Array.of(0xff, 0xfe, 0x7b, 0, 0x7d, 0)),
    fc.constantFrom(...BROKEN_BODIES),
  );
  const some = fc
    .record({
      body: either<string | Uint8Array>(6, broken, json),
      type: either(3, fc.constantFrom(...CONTENT_TYPES), fc.constant("application/json")),
    })
    .map(({ body, type }): BodyAndHeaders => ({ body, headers: type === "" ? {} : { "content-type": type } }));
  return shape ? some : either(70, none, some);
}

const endpointArbitrary = fc.oneof(
  ...describedEndpoints.map((described) => ({
    weight: RARE_CALLS.has(toTitle(described.endpoint)) ? 15 : 100,
    arbitrary: fc.constant(described),
  })),
);

const requestArbitrary = (known: KnownValues): fc.Arbitrary<FuzzRequest> =>
  endpointArbitrary.chain((described) =>
    fc
      .record({
        title: fc.constant(toTitle(described.endpoint)),
        method: either<string>(2, fc.constantFrom(...METHODS), fc.constant(described.endpoint.method)),
        path: pathArbitrary(described, known),
        content: bodyArbitrary(described, known),
      })
      .map(({ content, ...request }) => ({ ...request, ...content })),
  );

/** A call of the contract, valid, nearly valid or hostile; the same for the same seed and known values. */
export function generateRequest(known: KnownValues, seed: number): FuzzRequest {
  const [request] = fc.sample(requestArbitrary(known), { seed, numRuns: 1 });
  if (!request) throw new Error("nothing was generated");
  return request;
}

/** What is wrong with an answer; null for nothing. */
export function findFault(
  { title, method }: FuzzRequest,
  { status, type, text }: { status: number; type: string; text: string },
): string | null {
  if (status >= 500) return `status ${status}`;
  // A hostile path may lead to another call.
  if (status === 200 && ENDPOINTS.some((one) => one.method === method && one.answerType === type)) return null;
  if (!type.startsWith("application/json")) return `content type ${JSON.stringify(type)}`;
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return "a body that is not JSON";
  }
  if (status >= 400) return ErrorBody.safeParse(body).success ? null : "an error of another shape";
  const endpoint = ENDPOINTS.find((one) => toTitle(one) === title && one.method === method);
  const fits = endpoint?.answer.safeParse(body);
  if (
    status === 200 &&
    (fits?.success !== false ||
      ENDPOINTS.some(
        (one) => one.method === method && one.answerType === undefined && one.answer.safeParse(body).success,
      ))
  )
    return null;
  return status === 200 ? `an answer that does not fit: ${fits?.error?.message.slice(0, 200)}` : `status ${status}`;
}
