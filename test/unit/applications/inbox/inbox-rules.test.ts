import { describe, expect, it } from "vitest";
import { readForwardedMail } from "../../../../worker/applications/inbox/forwarded-mail";
import { toMailboxKey } from "../../../../worker/applications/inbox/gmail-address";
import { composeFilters } from "../../../../worker/applications/inbox/gmail-filter";
import { readGoogleConfirmation } from "../../../../worker/applications/inbox/google-confirmation";
import { makeInboxName, readInboxName } from "../../../../worker/applications/inbox/inbox-address";
import { parseMail } from "../../../../worker/applications/inbox/read-mail";
import { isAutomaticReply, isGenerated, isLoop } from "../../../../worker/applications/inbox/rules-mail-kind";
import { toReplyAddress } from "../../../../worker/contract/reply-address";

const DOMAIN = "in.jobs.example";

const toText = (...lines: readonly string[]): string => lines.join("\r\n");
async function parse(headers: string[], body = "") {
  const mail = await parseMail(new TextEncoder().encode([...headers, "", body].join("\r\n")));
  if (!mail) throw new Error("the mail cannot be read");
  return mail;
}

describe("a forwarding address", () => {
  it("has a name that nobody guesses, and no two are alike", () => {
    const names = Array.from({ length: 2_000 }, makeInboxName);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(readInboxName(`${name.toUpperCase()}@IN.Jobs.Example`, DOMAIN)).toBe(name);
  });

  it.each([
    "",
    "@",
    `@${DOMAIN}`,
    `short@${DOMAIN}`,
    `${"a".repeat(21)}@${DOMAIN}`,
    `${"a".repeat(20)}@jobs.example`,
    `${"a".repeat(20)}@x.${DOMAIN}`,
    `${"1".repeat(20)}@${DOMAIN}`,
  ])("is not %j", (address) => {
    expect(readInboxName(address, DOMAIN)).toBeNull();
  });
});

describe("a filter", () => {
  it("names mail systems and who was written to, each once, and leaves out what came back from here", () => {
    expect(composeFilters(["rh@firm.fr", "info@firm.fr", "jobs@mail.firm.co.uk", "bakery@orange.fr"], DOMAIN)).toEqual([
      `from:(mailer-daemon OR postmaster OR firm.fr OR firm.co.uk OR bakery@orange.fr) -"${DOMAIN}"`,
    ]);
  });

  it("is cut into pieces that Gmail takes, of which the first ones stay as they are", () => {
    const recipients = Array.from({ length: 300 }, (_, n) => `contact@company-number-${n}.fr`);
    const filters = composeFilters(recipients, DOMAIN);
    expect(filters.length).toBeGreaterThan(3);
    for (const filter of filters) expect(filter.length).toBeLessThanOrEqual(1_500);
    const more = composeFilters([...recipients, "rh@new.fr"], DOMAIN);
    expect(more.slice(0, filters.length - 1)).toEqual(filters.slice(0, -1));
    expect(filters.join(" ").match(/company-number/gu)).toHaveLength(300);
  });

  it("is one of twenty at most, as Gmail has no more", () => {
    const recipients = Array.from({ length: 2_000 }, (_, n) => `contact@a-company-with-a-long-name-${n}.fr`);
    expect(composeFilters(recipients, DOMAIN)).toHaveLength(19);
  });
});

describe("an address of Gmail", () => {
  it("is the same with dots, a tag, or its other domain, and not at other hosts", () => {
    for (const address of ["Ana.Martin@gmail.com", "anamartin+x@googlemail.com", "a.n.a.martin+caf_=x=y@gmail.com"])
      expect(toMailboxKey(address)).toBe("anamartin@gmail.com");
    expect(toMailboxKey("ana.martin+x@firm.example")).toBe("ana.martin@firm.example");
  });

  it("takes a tag for answers, unless it has one or no room for it", () => {
    const id = "0123ABcd-4567-4890-abcd-ef0123456789";
    expect(toReplyAddress("ana@gmail.com", id)).toBe("ana+c0123abcd4567@gmail.com");
    expect(toReplyAddress("ana+jobs@gmail.com", id)).toBeNull();
    expect(toReplyAddress(`${"a".repeat(60)}@gmail.com`, id)).toBeNull();
  });
});

describe("Google's confirmation", () => {
  const own = ["ana.martin@gmail.com"];
  const LINK = "https://mail-settings.google.com/mail/vf-%5BANGjdJ8%5D-abc_def";
  const confirm = async (subject: string, body: string) =>
    readGoogleConfirmation(await parse(["From: forwarding-noreply@google.com", `Subject: ${subject}`], body), own);

  it.each([
    [
      "in English",
      "(#123456789) Gmail Forwarding Confirmation - Receive Mail from ana.martin@gmail.com",
      `Confirmation code: 123456789\r\n\r\n${LINK}`,
      { code: "123456789", link: LINK },
    ],
    [
      "in French",
      "(#123456789) Confirmation du transfert Gmail - Recevoir des e-mails de anamartin@gmail.com",
      `Code de confirmation : 123456789\r\n${LINK}`,
      { code: "123456789", link: LINK },
    ],
    [
      "with the code in its text only",
      "Gmail-Weiterleitung",
      `ana.martin@gmail.com möchte weiterleiten.\r\nBestätigungscode: 987654321\r\n`,
      { code: "987654321", link: null },
    ],
    [
      "with a link only",
      "(Gmail Forwarding Confirmation - Receive Mail from ana.martin@gmail.com",
      `Please click:\r\n${LINK}\r\n`,
      { code: null, link: LINK },
    ],
  ])("is read %s", async (_name, subject, body, confirmation) => {
    expect(await confirm(subject, body)).toEqual(confirmation);
  });

  it.each([
    ["for another mailbox", "(#123456789) Receive Mail from eve@gmail.com", LINK, "other_mailbox"],
    ["for no mailbox", "(#123456789) Confirmation", LINK, "other_mailbox"],
    ["without code and link", "From ana.martin@gmail.com", "Hello", "malformed"],
    [
      "with a link elsewhere",
      "From ana.martin@gmail.com",
      "https://mail-settings.google.com.evil.example/mail/vf-abcdefghijkl",
      "malformed",
    ],
    ["with a link that cancels", "From ana.martin@gmail.com", LINK.replace("vf-", "uf-"), "malformed"],
  ])("is not read %s", async (_name, subject, body, reason) => {
    expect(await confirm(subject, body)).toBe(reason);
  });
});

describe("a mail that the user forwards", () => {
  it.each([
    [
      "Gmail",
      toText(
        "---------- Forwarded message ---------",
        "From: Firm <rh@firm.example>",
        "Date: Mon, 16 Nov 2026",
        "Subject: Your application",
        "To: <ana@gmail.com>",
        "",
        "Hello",
      ),
    ],
    [
      "Gmail in French",
      toText(
        "Pour info",
        "",
        "---------- Message transféré ---------",
        "De : Firm <rh@firm.example>",
        "Date: lun. 16 nov. 2026",
        "Subject: Your application",
        "To: <ana@gmail.com>",
        "",
        "Hello",
      ),
    ],
    [
      "Outlook in German",
      toText(
        "-----Ursprüngliche Nachricht-----",
        "Von: Firm <rh@firm.example>",
        "Gesendet: Montag",
        "An: ana@gmail.com",
        "Betreff: Your application",
        "",
        "Hello",
      ),
    ],
    [
      "Apple Mail",
      toText(
        "Begin forwarded message:",
        "",
        "> From: Firm <rh@firm.example>",
        "> Subject: Your application",
        "> To: ana@gmail.com",
        "> ",
        "> Hello",
      ),
    ],
  ])("in %s is what stands below the mark", async (_program, text) => {
    const forwarded = readForwardedMail(await parse(["From: ana@gmail.com"], text));
    expect(forwarded).toMatchObject({
      from: "rh@firm.example",
      fromName: "Firm",
      subject: "Your application",
      recipients: ["ana@gmail.com"],
    });
    expect(forwarded?.text.trim()).toContain("Hello");
  });

  it("holds none where the user only writes", async () => {
    expect(readForwardedMail(await parse(["From: ana@gmail.com"], "Bonjour,\r\n\r\nDe : rien\r\n"))).toBeNull();
  });
});

describe("a mail by a program", () => {
  it.each([
    ["Auto-Submitted: auto-replied", true, true],
    ["Auto-Submitted: auto-replied; owner-email=x@y", true, true],
    ["X-Autoreply: yes", true, false],
    ["Precedence: auto_reply", true, false],
    ["Auto-Submitted: auto-generated", false, true],
    ["Precedence: bulk", false, true],
    ["List-Unsubscribe: <https://x.example>", false, true],
    ["Auto-Submitted: no", false, false],
    ["Importance: high", false, false],
  ])("with %s", async (line, isReply, isMade) => {
    const mail = await parse(["From: rh@firm.example", line]);
    expect([isAutomaticReply(mail), isGenerated(mail)]).toEqual([isReply, isMade]);
  });

  it("goes round in circles when it comes from here, or through many servers", async () => {
    const plain = ["From: rh@firm.example", "Subject: x"];
    const check = async (lines: string[], envelope = "") => isLoop(await parse(lines), envelope, DOMAIN);
    expect(await check(plain)).toBe(false);
    expect(await check(plain, `x@${DOMAIN}`)).toBe(true);
    expect(await check([`From: x@${DOMAIN}`])).toBe(true);
    expect(await check([`X-Forwarded-For: x@${DOMAIN} ana@gmail.com`, ...plain])).toBe(true);
    expect(await check([`X-Forwarded-For: ana@gmail.com x@${DOMAIN}`, ...plain])).toBe(false);
    expect(await check([...Array.from({ length: 41 }, () => "Received: from a by b"), ...plain])).toBe(true);
  });
});
