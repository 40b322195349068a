import { composeConfirmation, composeReaction, type SentMail } from "../sandbox/gmail/company-mails.ts";
import {
  type Checks,
  type DeliveredMail,
  forwardFromGmail,
  passChecks,
  receiveAtCloudflare,
} from "../sandbox/gmail/forwarded-mail.ts";

/** Whom a hostile mail is for, and what its author may know. */
export interface Target {
  mailbox: string;
  /** The forwarding address, which is secret. */
  address: string;
  /** A mail that was sent and not answered. */
  sent: SentMail;
}

/** `refused`: while its server waits. `dropped`: taken from the user's Gmail, counted, and forgotten. */
export interface HostileMail {
  about: string;
  end: "refused" | "dropped";
  mail: DeliveredMail;
}

const STRANGER = "eve@evil.example";
const UNSIGNED: Checks = { signedBy: null, dmarc: "none", spf: "none" };
const FAILED: Checks = { signedBy: "evil.example", dmarc: "fail", policy: "reject", spf: "fail" };
/** A word that must be nowhere afterwards. */
export const HOSTILE_MARK = "HOSTILEMARK";

const toMail = (headers: readonly string[], body: string): string => [...headers, "", body].join("\r\n");
const nest = (levels: number): string =>
  Array.from({ length: levels }, (_, n) => `--b${n}\r\nContent-Type: multipart/mixed; boundary="b${n + 1}"\r\n`).join(
    "\r\n",
  );

/** Mails that may change nothing but a count: one or more of each class of attack. */
export function listHostileMails({ mailbox, address, sent }: Target): HostileMail[] {
  const company = sent.to;
  const answer = composeReaction("answer", { ...sent, text: `${sent.text} ${HOSTILE_MARK}` }, "hostile");
  const bounce = composeReaction("bounce", sent, "hostile");
  const confirmation = composeConfirmation(mailbox, address, "481516234");
  const [local = "", domain = ""] = address.split("@");
  const [own = "", ownDomain = ""] = mailbox.split("@");
  const caf = `${own}+caf_=${local}=${domain}@${ownDomain}`;
  const forward = (raw: string, checks?: Checks) => forwardFromGmail(raw, { mailbox, inbox: address }, checks);
  const direct = (raw: string, from = STRANGER, checks: Checks & { arc?: "pass" | "none" } = passChecks(from)) =>
    receiveAtCloudflare(raw, { from, to: address }, checks);
  const withHeader = (raw: string, ...lines: readonly string[]) => [...lines, raw].join("\r\n");
  const replaceFrom = (raw: string, from: string) => raw.replace(/^From: .*$/mu, `From: ${from}`);
  const google = "forwarding-noreply@google.com";
  const goodBlock = receiveAtCloudflare("", { from: caf, to: address }, { ...passChecks(company), arc: "pass" }).raw;

  const refused: [string, DeliveredMail][] = [
    ["an address that nobody has", { ...forward(answer), to: `${"a".repeat(20)}@${domain}` }],
    ["an address that is easy to guess", { ...forward(answer), to: `answers@${domain}` }],
    ["the address at another domain", { ...forward(answer), to: `${local}@evil.${domain}` }],
    ["the address with a tag", { ...forward(answer), to: `${local}+x@${domain}` }],
    ["an empty address", { ...forward(answer), to: "" }],
    ["text for the database as an address", { ...forward(answer), to: `' OR 1=1 --@${domain}` }],
    ["a stranger who writes for himself", direct(replaceFrom(answer, `Eve <${STRANGER}>`))],
    ["a stranger who writes as the company", direct(answer, STRANGER, { ...UNSIGNED, spf: "pass" })],
    ["the company itself, to the address that it cannot know", direct(answer, company)],
    ["an envelope that claims to be Gmail's", direct(answer, caf, { ...UNSIGNED, spf: "fail" })],
    ["verdicts that the mail brings along", direct(withHeader(answer, goodBlock.trimEnd()), STRANGER, UNSIGNED)],
    [
      "verdicts below a server of the stranger's",
      { from: STRANGER, to: address, raw: `Received: from x by evil.example; now\r\n${goodBlock}${answer}` },
    ],
    [
      "a way that only the mail tells",
      direct(withHeader(answer, `X-Forwarded-For: ${mailbox} ${address}`), STRANGER, UNSIGNED),
    ],
    ["a verdict within the envelope", direct(answer, `"x; dmarc=pass header.from=${ownDomain}"@evil.example`)],
    ["a verdict within a comment", direct(answer, `"x) dmarc=pass header.from=google.com (y"@evil.example`)],
    ["the user's name on a stranger's mail", direct(replaceFrom(answer, `Camille <${mailbox}>`), STRANGER, UNSIGNED)],
    ["the user's address beside a stranger's", direct(replaceFrom(answer, `<${mailbox}>, <${STRANGER}>`))],
    ["a bounce by a stranger", direct(replaceFrom(bounce, `Mail Delivery System <mailer-daemon@evil.example>`))],
    ["a bounce without a sender", direct(bounce, "", UNSIGNED)],
    ["a confirmation that Google did not sign", direct(confirmation, google, { ...UNSIGNED, spf: "pass" })],
    [
      "a confirmation that another domain signed",
      direct(confirmation, google, { ...passChecks(STRANGER), dmarc: "none" }),
    ],
    [
      "a confirmation of a domain that looks like Google's",
      direct(confirmation, google, passChecks("x@google.com.evil.example")),
    ],
    [
      "a confirmation whose verdict came along",
      direct(
        withHeader(confirmation, "Authentication-Results: mx.cloudflare.net; dkim=pass header.d=google.com"),
        google,
        UNSIGNED,
      ),
    ],
    ["a mail from our own domain", direct(answer, `x@${domain}`)],
    ["200 kB without an end of line", direct("x".repeat(200_000), STRANGER)],
  ];
  const dropped: [string, DeliveredMail][] = [
    ["a forgery that the company's domain wants refused", forward(answer, FAILED)],
    ["two senders in two lines", forward(withHeader(answer, `From: ${STRANGER}`))],
    ["two senders in one line", forward(replaceFrom(answer, `<${company}>, <${STRANGER}>`))],
    ["no sender at all", forward(answer.replace(/^From: .*\r\n/mu, ""))],
    [
      "a loop of fifty servers",
      forward(withHeader(answer, ...Array.from({ length: 50 }, () => "Received: from a by b; now"))),
    ],
    [
      "a loop through our own address",
      forward(withHeader(answer, `X-Forwarded-For: ${address} ${mailbox}`).replace(/^/u, ""), passChecks(company)),
    ],
    ["a mail from our own address", forward(replaceFrom(answer, `<x@${domain}>`), passChecks(`x@${domain}`))],
    [
      "forty levels of parts",
      forward(
        toMail(
          ["From: <x@evil.example>", "Message-ID: <n@x>", 'Content-Type: multipart/mixed; boundary="b0"'],
          nest(40),
        ),
      ),
    ],
    [
      "300 kB of headers",
      forward(
        toMail(
          [
            "From: <x@evil.example>",
            "Message-ID: <h@x>",
            ...Array.from({ length: 6_000 }, (_, n) => `X-${n}: ${"y".repeat(45)}`),
          ],
          "x",
        ),
      ),
    ],
    [
      "20,000 empty parts",
      forward(
        toMail(
          ["From: <x@evil.example>", "Message-ID: <p@x>", "Content-Type: multipart/mixed; boundary=b"],
          "--b\r\n\r\n".repeat(20_000),
        ),
      ),
    ],
    [
      "a text made to keep patterns busy",
      forward(
        toMail(
          ["From: <x@evil.example>", "Message-ID: <r@x>", `Subject: ${"Re: ".repeat(5_000)}`],
          `${"a.".repeat(60_000)}@${"<".repeat(60_000)}${"> ".repeat(60_000)}`,
        ),
      ),
    ],
    [
      "a page made to keep a reader busy",
      forward(
        toMail(
          ["From: <x@evil.example>", "Message-ID: <w@x>", "Content-Type: text/html"],
          `${"<div ".repeat(40_000)}${"<script>".repeat(20_000)}`,
        ),
      ),
    ],
    [
      "10,000 references",
      forward(toMail([`From: <x@evil.example>`, "Message-ID: <f@x>", `References: ${"<a@b> ".repeat(10_000)}`], "x")),
    ],
    [
      "signs that are no text",
      forward(
        toMail(
          ["From: <x@evil.example>", "Message-ID: <z@x>", "Content-Type: text/plain; charset=x-unknown"],
          "\u0000\u0001\ud800\uffff".repeat(1_000),
        ),
      ),
    ],
    [
      "a confirmation for somebody else's mailbox",
      direct(composeConfirmation("someone@gmail.com", address, "481516234"), google, passChecks("x@google.com")),
    ],
    [
      "a confirmation with nothing in it but a foreign link",
      direct(
        confirmation
          .replace(/^Subject: .*$/mu, `Subject: ${mailbox}`)
          .replace(/481516234/gu, "x")
          .replaceAll("mail-settings.google.com", "evil.example"),
        google,
        passChecks("x@google.com"),
      ),
    ],
    ["an answer by a program", forward(composeReaction("absent", sent, "auto"))],
    ["the user's own mail to the company", forward(replaceFrom(answer, `Camille <${mailbox}>`), passChecks(mailbox))],
    [
      "a stranger's answer that quotes nothing",
      forward(
        composeReaction(
          "answer",
          { ...sent, to: STRANGER, messageId: "<other@evil.example>", subject: "Bonjour", text: "" },
          "s",
        ),
      ),
    ],
    [
      "a bounce of a mail that was never sent",
      forward(
        composeReaction("bounce", { ...sent, to: "nobody@evil.example", messageId: "<never@evil.example>" }, "never"),
      ),
    ],
    [
      "a newsletter of a mail system",
      forward(
        toMail(
          [
            "From: Mailer-Daemon <mailer-daemon@evil.example>",
            "Message-ID: <news@x>",
            "Subject: Delivery status: new jobs",
            "List-Unsubscribe: <mailto:x@evil.example>",
          ],
          `Write to ${company}`,
        ),
        passChecks("x@evil.example"),
      ),
    ],
    ["16 MB", forward(`${answer}\r\n${"x".repeat(16 * 1024 * 1024)}`)],
  ];
  return [
    ...refused.map(([about, mail]) => ({ about, end: "refused" as const, mail })),
    ...dropped.map(([about, mail]) => ({ about, end: "dropped" as const, mail })),
  ];
}
