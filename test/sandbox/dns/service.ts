import type { OutsideRequest, Service } from "../outside-request";

const TXT_TYPE = 16;
const CNAME_TYPE = 5;
const MAX_STRING_BYTES = 255;

/** Cloudflare's form of a text: quoted, in parts of 255 bytes. */
function quoteTxt(text: string): string {
  const pieces = text.match(new RegExp(`[^]{1,${String(MAX_STRING_BYTES)}}`, "gu")) ?? [""];
  return pieces.map((piece) => `"${piece}"`).join("");
}

/** Answers in Cloudflare's JSON form of DNS over HTTPS (application/dns-json). */
async function answerDnsQuery({ url, headers, state, special }: OutsideRequest): Promise<Response> {
  if (url.pathname !== "/dns-query") return new Response("Not Found", { status: 404 });
  const name = url.searchParams.get("name")?.toLowerCase() ?? "";
  if (!(headers.get("accept") ?? "").includes("application/dns-json"))
    return new Response("Unsupported Media Type", { status: 415 });
  if (name === "" || name.length > 253 || url.searchParams.get("type") !== "TXT")
    return Response.json({ error: "Invalid query" }, { status: 400 });
  const texts = (await state.published("txt", name)).map(({ text }) => text);
  const Status = special === "servfail" ? 2 : texts.length > 0 ? 0 : 3;
  // An alias answers with the texts of another name.
  const owner = special === "alias" ? "anybody.example" : name;
  const records = texts.map((text) => ({
    name: special === "dotted" ? `${owner}.` : owner,
    type: TXT_TYPE,
    TTL: 300,
    data: special === "bare" ? text : quoteTxt(text),
  }));
  const Answer = [
    ...(special === "alias" ? [{ name, type: CNAME_TYPE, TTL: 300, data: `${owner}.` }] : []),
    ...records,
  ];
  return Response.json(
    {
      Status,
      TC: false,
      RD: true,
      RA: true,
      AD: false,
      CD: false,
      Question: [{ name, type: TXT_TYPE }],
      ...(Status === 0 && { Answer }),
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
