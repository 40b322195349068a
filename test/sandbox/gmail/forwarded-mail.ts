// What happens to a mail on its way from Gmail to the product, as it was seen of both in 2026: Gmail seals what it
// forwards and puts its own address into the envelope; Cloudflare puts its lines on top.

/** A mail at its last stop. */
export interface DeliveredMail {
  /** The envelope. */
  from: string;
  to: string;
  raw: string;
}

/** What servers found out about the sender of a mail. */
export interface Checks {
  /** The domain that signed it; null for no signature. */
  signedBy: string | null;
  dmarc: "pass" | "fail" | "none";
  /** What the domain in From asks to do with forgeries. */
  policy?: "none" | "quarantine" | "reject";
  /** Whether the server of the company's own domain sent it. */
  spf: "pass" | "fail" | "none";
}

const CRLF = "\r\n";
const join = (lines: readonly string[]): string => lines.map((line) => line + CRLF).join("");
const readFrom = (raw: string): string =>
  /^from:.*?([^\s<>"]+@[^\s<>"]+)>?\s*$/imu.exec(raw.split(/\r?\n\r?\n/u, 1)[0] ?? "")?.[1] ?? "";
const toDomain = (address: string): string => address.slice(address.lastIndexOf("@") + 1);

/** The checks of a mail whose sender is who it says. */
export const passChecks = (from: string): Checks => ({ signedBy: toDomain(from), dmarc: "pass", spf: "pass" });

const describeSignature = (signedBy: string | null): string =>
  signedBy === null ? "dkim=none" : `dkim=pass header.d=${signedBy} header.s=s1 header.b=AbCdEf12`;

/** Cloudflare's lines, on top of all others. */
export function receiveAtCloudflare(
  raw: string,
  envelope: { from: string; to: string },
  { signedBy, dmarc, policy = "none", spf, arc = "none" }: Checks & { arc?: "pass" | "none" },
): DeliveredMail {
  const quoted = envelope.from.includes("=") ? `"${envelope.from}"` : envelope.from;
  const results = [
    "mx.cloudflare.net",
    describeSignature(signedBy),
    `dmarc=${dmarc} header.from=${toDomain(readFrom(raw))} policy.dmarc=${policy}`,
    "spf=none (mx.cloudflare.net: no SPF records found) smtp.helo=mail.sandbox.example",
    envelope.from === ""
      ? "spf=none smtp.mailfrom="
      : `spf=${spf} (mx.cloudflare.net: checked 192.0.2.41) smtp.mailfrom=${quoted}`,
    `arc=${arc} smtp.remote-ip="192.0.2.41"`,
  ].join(`;${CRLF}\t`);
  const instance = arc === "pass" ? 3 : 1;
  const block = join([
    "Received: from mail.sandbox.example (192.0.2.41)",
    "        by cloudflare-email.net (cloudflare) id SaNdBoX1",
    `        for <${envelope.to}>; Sun, 22 Nov 2026 09:00:00 +0000`,
    `ARC-Seal: i=${instance}; a=rsa-sha256; s=cf2024-1; d=cloudflare-email.net; cv=${arc}; b=x`,
    `ARC-Message-Signature: i=${instance}; a=rsa-sha256; s=cf2024-1; d=cloudflare-email.net; b=x`,
    `ARC-Authentication-Results: i=${instance}; ${results}`,
    "Received-SPF: pass (mx.cloudflare.net: checked) receiver=mx.cloudflare.net; client-ip=192.0.2.41;",
    `Authentication-Results: ${results}`,
    "X-CF-SpamH-Score: 0",
  ]);
  return { ...envelope, raw: block + raw };
}

/**
 * A mail that the user's Gmail forwards, as it comes to the product.
 * @param checks of Gmail, when the mail came to it
 */
export function forwardFromGmail(
  raw: string,
  { mailbox, inbox }: { mailbox: string; inbox: string },
  checks: Checks = passChecks(readFrom(raw)),
): DeliveredMail {
  const [local = "", domain = ""] = mailbox.split("@");
  const from = readFrom(raw);
  const found = [
    "mx.google.com",
    checks.signedBy === null ? "dkim=none" : `dkim=pass header.i=@${checks.signedBy} header.s=s1 header.b=AbCdEf12`,
    `spf=${checks.spf} (google.com: domain of ${from} checked) smtp.mailfrom=${from}`,
    ...(checks.dmarc === "none"
      ? []
      : [`dmarc=${checks.dmarc} (p=NONE sp=NONE dis=NONE) header.from=${toDomain(from)}`]),
  ].join(`;${CRLF}       `);
  const forwarded = join([
    "Received: by mail.sandbox.example with SMTP id a1; Sun, 22 Nov 2026 01:00:00 -0800 (PST)",
    "ARC-Seal: i=2; a=rsa-sha256; t=1; cv=pass; d=google.com; s=arc-20240605; b=x",
    "ARC-Message-Signature: i=2; a=rsa-sha256; c=relaxed/relaxed; d=google.com; s=arc-20240605; b=x",
    `ARC-Authentication-Results: i=2; ${found}`,
    `X-Forwarded-To: ${inbox}`,
    `X-Forwarded-For: ${mailbox} ${inbox}`,
    `Delivered-To: ${mailbox}`,
    "Received: by 2002:a05:0:0 with SMTP id b2; Sun, 22 Nov 2026 01:00:00 -0800 (PST)",
    "ARC-Seal: i=1; a=rsa-sha256; t=1; cv=none; d=google.com; s=arc-20240605; b=x",
    `ARC-Authentication-Results: i=1; ${found}`,
  ]);
  const envelope = { from: `${local}+caf_=${inbox.replace("@", "=")}@${domain}`, to: inbox };
  // Forwarding breaks SPF for the domain in From; a signature survives.
  const dmarc = checks.dmarc === "pass" && checks.signedBy === null ? "fail" : checks.dmarc;
  return receiveAtCloudflare(forwarded + raw, envelope, { ...checks, dmarc, spf: "pass", arc: "pass" });
}
