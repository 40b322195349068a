import type { OutsideRequest, Service } from "../outside-request";

const TXT_TYPE = 16;
const CNAME_TYPE = 5;
const MAX_STRING_BYTES = 255;

/** Cloudflare's form of a text: quoted, in parts of 255 bytes. */
function quoteTxt(text: string): string {
  const pieces = text.match(new RegExp(`[^]{1,${String(MAX_STRING_BYTES)}}`, "gu")) ?? [""];
  return pieces.map((piece) => `"${piece}"`).join("");
}

interface DnsAnswer {
  status: number;
  /** Type code and data of each record. */
  records: { type: number; data: string }[];
}
const NO_ERROR = 0;
const SERVER_FAILURE = 2;
const NO_SUCH_NAME = 3;
const SLOW_MS = 20_000;

/**
 * Mail of a domain, by its first label: `null-mx` takes none (RFC 7505), `no-mx` has an address only, `no-mail` has
 * neither, `no-domain` does not exist, `servfail` and `slow` tell nothing. Every other domain has a mail server.
 */
async function findMailRecords(name: string, type: "MX" | "A" | "AAAA"): Promise<DnsAnswer> {
  const [label] = name.split(".");
  if (label === "no-domain") return { status: NO_SUCH_NAME, records: [] };
  if (label === "servfail") return { status: SERVER_FAILURE, records: [] };
  if (label === "slow") await scheduler.wait(SLOW_MS);
  if (type === "MX") {
    const server = label === "null-mx" ? "0 ." : `10 mail.${name}.`;
    return { status: NO_ERROR, records: label === "no-mx" || label === "no-mail" ? [] : [{ type: 15, data: server }] };
  }
  if (type === "AAAA" || label === "no-mail") return { status: NO_ERROR, records: [] };
  return { status: NO_ERROR, records: [{ type: 1, data: "192.0.2.1" }] };
}

async function findTexts({ state, special }: OutsideRequest, name: string): Promise<DnsAnswer> {
  const texts = await state.published("txt", name);
  return {
    status: texts.length > 0 ? NO_ERROR : NO_SUCH_NAME,
    records: texts.map(({ text }) => ({ type: TXT_TYPE, data: special === "bare" ? text : quoteTxt(text) })),
  };
}

/** Answers in Cloudflare's JSON form of DNS over HTTPS (application/dns-json). */
async function answerDnsQuery(request: OutsideRequest): Promise<Response> {
  const { url, headers, special } = request;
  if (url.pathname !== "/dns-query") return new Response("Not Found", { status: 404 });
  const name = url.searchParams.get("name")?.toLowerCase() ?? "";
  const type = url.searchParams.get("type");
  if (!(headers.get("accept") ?? "").includes("application/dns-json"))
    return new Response("Unsupported Media Type", { status: 415 });
  if (name === "" || name.length > 253 || (type !== "TXT" && type !== "MX" && type !== "A" && type !== "AAAA"))
    return Response.json({ error: "Invalid query" }, { status: 400 });
  const found = await (type === "TXT" ? findTexts(request, name) : findMailRecords(name, type));
  const Status = special === "servfail" ? SERVER_FAILURE : found.status;
  // An alias answers with the records of another name.
  const owner = special === "alias" ? "anybody.example" : name;
  const Answer = [
    ...(special === "alias" ? [{ name, type: CNAME_TYPE, TTL: 300, data: `${owner}.` }] : []),
    ...found.records.map((record) => ({ name: special === "dotted" ? `${owner}.` : owner, TTL: 300, ...record })),
  ];
  return Response.json(
    {
      Status,
      TC: false,
      RD: true,
      RA: true,
      AD: false,
      CD: false,
      Question: [{ name, type: found.records[0]?.type ?? TXT_TYPE }],
      ...(Status === NO_ERROR && { Answer }),
    },
    { headers: { "content-type": "application/dns-json" } },
  );
}

/** A public resolver. Others write names with a final dot, or texts without quotes. */
export const dns: Service = {
  name: "dns",
  specials: ["servfail", "alias", "dotted", "bare"],
  calls: ({ url }) => [url.searchParams.get("name") ?? ""],
  answer: answerDnsQuery,
  error: (status) =>
    new Response(`<html><body>${String(status)}</body></html>`, { status, headers: { "content-type": "text/html" } }),
};
