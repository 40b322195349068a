import { describe, expect, it } from "vitest";
import { isNobodyThere, readDeliveryReport } from "../../../../worker/applications/inbox/delivery-report";
import { parseMail } from "../../../../worker/applications/inbox/read-mail";
import { listBounces, listUnseenBounces, toAsciiAddress } from "../../../data/bounces";

async function read(eml: string) {
  const mail = await parseMail(new TextEncoder().encode(eml));
  return mail && readDeliveryReport(mail);
}
/** Of a label: read receipts and reports of an arrival are no bounce, like all other mails. */
const toKinds = (label: string) => (label === "failed" || label === "delayed" ? [label] : ["other", undefined]);

describe("reports of known mail systems", () => {
  // Of the others some imitate a report well: what they name was never written to.
  const reports = listUnseenBounces().filter(({ label }) => label !== "not_a_bounce");
  it.each([...listBounces(), ...reports].map((bounce) => [bounce.id, bounce.system, bounce] as const))(
    "%s of %s",
    async (_id, _system, { label, recipients, message_id: messageId, eml }) => {
      const report = await read(eml);
      expect(toKinds(label)).toContain(report?.kind);
      if (label !== "failed") return;
      expect(report?.recipients.map(({ address }) => address)).toEqual(
        expect.arrayContaining(recipients.map((address) => toAsciiAddress(address))),
      );
      if (messageId !== null) expect(report?.messageIds).toContain(messageId);
    },
  );
});

const toText = (...lines: readonly string[]): string => lines.join("\r\n");
const toMail = (from: string, subject: string, body: string, headers: string[] = []) =>
  [`From: ${from}`, "To: ana@gmail.com", `Subject: ${subject}`, ...headers, "", body].join("\r\n");

describe("reports in plain words", () => {
  it.each([
    [
      "qmail",
      "MAILER-DAEMON@mx.example",
      "failure notice",
      toText(
        "Hi. This is the qmail-send program at mx.example.",
        "",
        "<jobs@firm.example>:",
        "Sorry, no mailbox here by that name. (#5.1.1)",
        "",
        "--- Below this line is a copy of the message.",
        "",
        "Return-Path: <ana@gmail.com>",
        "To: other@firm.example",
        "",
      ),
    ],
    [
      "an old Exchange",
      '"System Administrator" <postmaster@firm.example>',
      "Undeliverable: Candidature",
      toText(
        "Your message did not reach some or all of the intended recipients.",
        "",
        "The following recipient(s) could not be reached:",
        "",
        "      jobs@firm.example on 20/11/2026 10:12",
        "            The e-mail account does not exist at the organization.",
      ),
    ],
    [
      "a French Exchange",
      "postmaster@firm.example",
      "Non remis : Candidature",
      toText(
        "Échec de la remise à ces destinataires ou groupes :",
        "",
        "jobs@firm.example",
        "L'adresse de courrier que vous avez entrée est introuvable.",
      ),
    ],
    [
      "a German Exchange",
      "postmaster@firm.example",
      "Unzustellbar: Bewerbung",
      toText(
        "Fehler bei der Nachrichtenzustellung an folgende Empfänger oder Gruppen:",
        "",
        "jobs@firm.example",
        "Die eingegebene E-Mail-Adresse konnte nicht gefunden werden.",
      ),
    ],
    [
      "James",
      "postmaster@mx.example",
      "Re: Candidature",
      toText(
        "Hi. This is the James mail server at mx.example.",
        "I'm afraid I wasn't able to deliver your message to the following addresses.",
        "This is a permanent error; I've given up. Sorry it didn't work out.",
        "",
        "jobs@firm.example",
        "",
      ),
    ],
    [
      "a French provider",
      "mailer-daemon@fai.example",
      "Retour à l'expéditeur",
      toText(
        "Bonjour,",
        "",
        "Votre message n'a pas pu être remis à :",
        "",
        " <jobs@firm.example> : utilisateur inconnu",
        "",
        "Pour toute question : support@fai.example",
      ),
    ],
    [
      "a German provider",
      "Mailer-Daemon@provider.example",
      "Mail delivery failed",
      "Ihre Nachricht konnte nicht zugestellt werden:\n\njobs@firm.example: Unbekannter Empfänger",
    ],
  ])("of %s name the recipient", async (_system, from, subject, body) => {
    expect(await read(toMail(from, subject, body))).toMatchObject({
      kind: "failed",
      recipients: [{ address: "jobs@firm.example" }],
    });
  });

  it("that a mail is late are no bounce", async () => {
    const body = "Your message to jobs@firm.example has been delayed. Delivery will be retried for two days.";
    expect(await read(toMail("mailer-daemon@mx.example", "Warning: message delayed 4 hours", body))).toMatchObject({
      kind: "delayed",
      recipients: [],
    });
  });

  it("are not taken from people, whatever they write", async () => {
    const body = "Your mail to jobs@firm.example could not be delivered, so I answer from here.";
    expect(await read(toMail("mail@firm.example", "Undelivered: your application was rejected", body))).toBeNull();
    expect(await read(toMail("Anna Bounce <a@firm.example>", "Mail delivery failed", body))).toBeNull();
  });
});

describe("a status report", () => {
  const REPORTING = "Reporting-MTA: dns; mx.example";
  const toReport = (fields: string, more = "") =>
    toMail(
      "postmaster@mx.example",
      "Report",
      `--b\r\nContent-Type: message/delivery-status\r\n\r\n${REPORTING}\r\n\r\n${fields}\r\n${more}--b--\r\n`,
      ["Content-Type: multipart/report; report-type=delivery-status; boundary=b"],
    );

  it("names the recipient as it was written to first, with its status", async () => {
    const fields = toText(
      "Final-Recipient: rfc822; inner@host.example",
      "Original-Recipient: rfc822;jobs+2Bx@firm.example",
      "Action: failed",
      "Status: 5.1.1 (unknown)",
      "",
    );
    const report = await read(toReport(fields));
    expect(report?.recipients).toEqual([
      { address: "jobs+x@firm.example", status: "5.1.1" },
      { address: "inner@host.example", status: "5.1.1" },
    ]);
    expect(report?.recipients.every(isNobodyThere)).toBe(true);
  });

  it("about several recipients names those that were not reached", async () => {
    const fields =
      "Final-Recipient: rfc822; one@firm.example\r\nAction: delivered\r\nStatus: 2.0.0\r\n\r\n" +
      "Final-Recipient: rfc822; two@firm.example\r\nAction: failed\r\nStatus: 5.2.2\r\n";
    const report = await read(toReport(fields));
    expect(report?.recipients).toEqual([{ address: "two@firm.example", status: "5.2.2" }]);
    // A full mailbox is somebody's.
    expect(report?.recipients.some(isNobodyThere)).toBe(false);
  });

  it("without a readable recipient takes that of the mail it returns", async () => {
    const returned = toText(
      "--b",
      "Content-Type: message/rfc822",
      "",
      "Message-ID: <sent@gmail.com>",
      "To: Jobs <jobs@firm.example>",
      "",
      "Hello",
      "",
    );
    expect(
      await read(toReport("Final-Recipient: X-LOCAL; jobs\r\nAction: failed\r\nStatus: 5.1.1\r\n", returned)),
    ).toEqual({
      kind: "failed",
      recipients: [{ address: "jobs@firm.example", status: null }],
      messageIds: ["<sent@gmail.com>"],
    });
  });

  it.each([
    ["delayed", "delayed", "4.4.7"],
    ["relayed", "other", "2.0.0"],
    ["delivered", "other", "2.1.5"],
  ])("of a mail that was %s is no bounce", async (action, kind, status) => {
    const fields = `Final-Recipient: rfc822; jobs@firm.example\r\nAction: ${action}\r\nStatus: ${status}\r\n`;
    expect(await read(toReport(fields))).toMatchObject({ kind, recipients: [] });
  });
});
