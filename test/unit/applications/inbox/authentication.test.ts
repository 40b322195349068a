import { describe, expect, it } from "vitest";
import { type MailHeader, readAuthentication } from "../../../../worker/applications/inbox/authentication";

const FROM = "rh@firm.example";
const ENVELOPE = "ana+caf_=x=in.example@gmail.com";
const RECEIVED: MailHeader = {
  key: "received",
  value:
    "from mail.example (192.0.2.1)\r\n        by cloudflare-email.net (cloudflare) id x\r\n\tfor <x@in.example>; now",
};
const RESULTS = [
  "mx.cloudflare.net",
  "dkim=pass header.d=firm.example header.s=s1 header.b=Ab/+=",
  "dmarc=pass header.from=firm.example policy.dmarc=none",
  "spf=none (mx.cloudflare.net: no SPF) smtp.helo=mail.example",
  `spf=pass (mx.cloudflare.net: ok) smtp.mailfrom="${ENVELOPE}"`,
  'arc=none smtp.remote-ip="2001:db8::1"',
].join("; ");
const header = (key: string, value: string): MailHeader => ({ key, value });
const stamp = (results: string, instance = 1): MailHeader[] => [
  RECEIVED,
  header("arc-seal", `i=${instance}; s=cf2024-1; d=cloudflare-email.net; cv=none; b=x`),
  header("arc-message-signature", `i=${instance}; d=cloudflare-email.net`),
  header("arc-authentication-results", `i=${instance}; ${results}`),
  header("received-spf", "pass"),
  header("authentication-results", results),
  header("x-cf-spamh-score", "0"),
];
const read = (headers: MailHeader[], from = FROM, envelope = ENVELOPE) => readAuthentication(headers, from, envelope);
const without = (results: string, method: string) =>
  results.replace(new RegExp(`${method}=pass`, "gu"), `${method}=none`);

describe("what Cloudflare says of a mail", () => {
  it("proves its sender and the way that it came", () => {
    expect(read(stamp(RESULTS))).toEqual({
      isTold: true,
      sender: "proven",
      signedByFrom: true,
      isEnvelopeProven: true,
      isSealedByGoogle: false,
    });
  });

  it.each([
    [
      "a signature of the organization's other domain",
      RESULTS.replaceAll("firm.example", "mail.firm.example"),
      "proven",
    ],
    ["DMARC alone", without(RESULTS, "dkim"), "proven"],
    ["another domain's signature", RESULTS.replaceAll("=firm.example", "=evil.example"), "unproven"],
    ["a domain that ends alike", RESULTS.replaceAll("=firm.example", "=notfirm.example"), "unproven"],
    [
      "a failure that its domain wants refused",
      without(RESULTS, "dkim").replace("dmarc=pass", "dmarc=fail").replace("policy.dmarc=none", "policy.dmarc=reject"),
      "failed",
    ],
    [
      "a failure that its domain does not mind",
      without(RESULTS, "dkim").replace("dmarc=pass", "dmarc=fail"),
      "unproven",
    ],
    ["a verdict of another server", RESULTS.replace("mx.cloudflare.net;", "mx.evil.example;"), "unproven"],
    ["two verdicts of DMARC", `${RESULTS}; dmarc=pass header.from=firm.example`, "unproven"],
    [
      "a quote within a comment",
      RESULTS.replace("(mx.cloudflare.net: ok)", '(domain of "x) dmarc=pass (y"@evil.example)'),
      "unproven",
    ],
    ["a semicolon within a comment", RESULTS.replace("ok)", "ok; dmarc=pass)"), "unproven"],
    ["a comment without an end", RESULTS.replace("ok)", "ok"), "unproven"],
    ["nothing", "mx.cloudflare.net; none", "unproven"],
    ["10,000 signs", `${RESULTS}; x=${"y".repeat(10_000)}`, "unproven"],
  ])("%s", (_name, results, sender) => {
    expect(read(stamp(results)).sender).toBe(sender);
  });

  it("is not looked for in a mail that another server brings, or that brings it itself", () => {
    const untold = { isTold: false, sender: "unproven", isEnvelopeProven: false };
    const forged = [header("authentication-results", RESULTS)];
    expect(read(forged)).toMatchObject(untold);
    expect(read([header("received", "from x by mx.evil.example; now"), ...stamp(RESULTS).slice(1)])).toMatchObject(
      untold,
    );
    expect(read([header("x-first", "1"), ...stamp(RESULTS)])).toMatchObject(untold);
    const failing = RESULTS.replaceAll("=firm.example", "=evil.example");
    expect(read([...stamp(failing), ...forged]).sender).toBe("unproven");
    // One of its two lines is not its own.
    expect(read(stamp(failing).with(5, header("authentication-results", RESULTS)))).toMatchObject(untold);
  });

  it("proves no envelope but the one that was checked", () => {
    expect(read(stamp(RESULTS), FROM, "ana+caf_=x=in.example@evil.example").isEnvelopeProven).toBe(false);
    expect(read(stamp(RESULTS), FROM, "").isEnvelopeProven).toBe(false);
    expect(read(stamp(RESULTS.replace(/spf=pass/u, "spf=softfail"))).isEnvelopeProven).toBe(false);
    // Only the domain is repeated.
    expect(read(stamp(RESULTS.replace(`"${ENVELOPE}"`, "gmail.com"))).isEnvelopeProven).toBe(true);
  });
});

describe("what Google found before it forwarded a mail", () => {
  const unsigned = without(without(RESULTS, "dkim"), "dmarc").replace("; arc=none", "; arc=pass");
  const google = (results: string, domain = "google.com"): MailHeader[] => [
    header("received", "by mail-x.google.com with SMTP id y"),
    header("arc-seal", `i=2; a=rsa-sha256; t=1; cv=pass; d=${domain}; s=arc; b=x`),
    header("arc-authentication-results", `i=2; mx.google.com; ${results}`),
    header("arc-seal", "i=1; d=evil.example; cv=none"),
    header("arc-authentication-results", "i=1; mx.google.com; dmarc=pass header.from=firm.example"),
  ];
  const spf = "spf=pass (google.com: ok) smtp.mailfrom=bounce@mail.firm.example";

  it.each([
    ["proves a mail that its own server sent", google(spf), "proven"],
    ["proves a mail with DMARC", google("dmarc=pass (p=NONE) header.from=firm.example"), "proven"],
    ["proves nothing of another domain", google("spf=pass smtp.mailfrom=x@evil.example"), "unproven"],
    ["counts only where Google sealed it last", google(spf, "evil.example"), "unproven"],
    ["counts only where there is one last seal", [...google(spf), ...google(spf)], "unproven"],
    [
      "counts only where Google said it",
      google(spf).map((each) => ({ ...each, value: each.value.replace("mx.google.com", "mx.evil.example") })),
      "unproven",
    ],
  ])("%s", (_name, headers, sender) => {
    expect(read([...stamp(unsigned, 3), ...headers]).sender).toBe(sender);
  });

  it("counts only where Cloudflare has verified the chain", () => {
    expect(read([...stamp(unsigned.replace("; arc=pass", "; arc=fail"), 3), ...google(spf)])).toMatchObject({
      sender: "unproven",
      isSealedByGoogle: false,
    });
  });
});
