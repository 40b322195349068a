import { describe, expect, it } from "vitest";
import {
  type Application,
  matchAnswer,
  matchReport,
  type MailTraces,
} from "../../../../worker/applications/inbox/match-mail";
import { toReplyTag } from "../../../../worker/contract/reply-address";
import { checkStories } from "../../support/matching-proof";

const STORIES = 1_000;

describe("a thousand stories", () => {
  it("never name a wrong company, and nine answers of ten find theirs", async () => {
    const { answers, found, wrong } = await checkStories(STORIES, 20_261_122);
    expect(wrong).toEqual([]);
    expect(found / answers).toBeGreaterThanOrEqual(0.9);
  });
});

const application = (id: string, values: Partial<NonNullable<Application["mail"]>> = {}, site = `${id}.example`) => ({
  companyId: id,
  companyName: `Firma ${id}`,
  site,
  addresses: [],
  mail: {
    id: `mail-${id}`,
    recipient: `jobs@${id}.example`,
    subject: "Candidature spontanée",
    messageId: `<${id}@gmail.com>`,
    sentAt: "2026-11-10T09:00:00.000Z",
    ...values,
  },
});
const traces = (values: Partial<MailTraces>): MailTraces => ({
  from: "someone@elsewhere.example",
  fromName: "",
  recipients: [],
  subject: "",
  text: "",
  inReplyTo: [],
  references: [],
  ...values,
});
const OWN = ["ana@gmail.com"];
const match = (mail: Partial<MailTraces>, applications: Application[]) => matchAnswer(traces(mail), applications, OWN);

describe("an answer", () => {
  const one = application("one");
  const two = application("two");

  it("is sure by what only it can have, and less sure by what anybody at the company has", () => {
    const tagged = { recipients: [`ana+${toReplyTag("one")}@gmail.com`] };
    const certainties = [
      tagged,
      { references: ["<one@gmail.com>"] },
      { from: "jobs@one.example", subject: "Re: Candidature spontanée" },
      { from: "jobs@one.example" },
      { from: "boss@one.example" },
    ].map((mail) => match(mail, [one, two])?.certainty ?? 0);
    expect(certainties).toEqual(certainties.toSorted((a, b) => b - a));
    expect(new Set(certainties).size).toBe(certainties.length);
  });

  it("is about what it answers directly, whatever else its thread holds", () => {
    expect(
      match({ inReplyTo: ["<two@gmail.com>"], references: ["<one@gmail.com>", "<two@gmail.com>"] }, [one, two]),
    ).toMatchObject({ companyId: "two" });
    expect(match({ references: ["<one@gmail.com>", "<two@gmail.com>"] }, [one, two])).toBeNull();
  });

  it("of a group is about the company whose address it quotes", () => {
    const text = "Ihre Anfrage wurde weitergeleitet.\n> An: jobs@two.example\n> Betreff: Candidature";
    expect(match({ from: "hr@one.example", text }, [one, two])).toMatchObject({ companyId: "two" });
  });

  it("is about none where its tag and its thread name different companies", () => {
    const recipients = [`ana+${toReplyTag("one")}@gmail.com`];
    expect(match({ recipients, references: ["<two@gmail.com>"] }, [one, two])).toBeNull();
    // A tag at somebody else's address is none.
    expect(match({ recipients: [`eve+${toReplyTag("one")}@gmail.com`] }, [one, two])).toBeNull();
  });

  it("from a host of many mailboxes tells by the very address only", () => {
    const bakery = application("bakery", { recipient: "bakery@gmail.com" });
    expect(match({ from: "bakery@gmail.com" }, [bakery, one])).toMatchObject({ companyId: "bakery" });
    expect(match({ from: "other@gmail.com", subject: "Re: Candidature spontanée" }, [bakery, one])).toBeNull();
  });

  it("finds an application without e-mail by the company's site and addresses", () => {
    const phoned: Application = { ...one, mail: null, addresses: ["mail@one.example"] };
    expect(match({ from: "mail@one.example" }, [phoned, two])).toEqual({
      companyId: "one",
      mailId: null,
      certainty: expect.any(Number) as number,
    });
  });
});

describe("a report", () => {
  const one = application("one");
  const two = application("two", { recipient: "jobs@one.example" });
  const report = (messageIds: string[], addresses: string[]) =>
    matchReport(
      { kind: "failed", messageIds, recipients: addresses.map((address) => ({ address, status: "5.1.1" })) },
      [one, two],
    );

  it("is about the mail that it returns, also where another company has the address", () => {
    expect(report(["<two@gmail.com>"], ["jobs@one.example"])).toMatchObject({ companyId: "two", isAddressNamed: true });
    expect(report(["<two@gmail.com>"], ["inner@elsewhere.example"])).toMatchObject({
      companyId: "two",
      isAddressNamed: false,
    });
  });

  it("is about none where an address fits two companies, or nothing fits", () => {
    expect(report([], ["jobs@one.example"])).toBeNull();
    expect(report(["<other@gmail.com>"], ["other@one.example"])).toBeNull();
  });
});
