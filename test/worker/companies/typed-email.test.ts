import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it } from "vitest";
import { createDnsResolver } from "../../../worker/adapters/dns-resolver";
import { createApi } from "../../../worker/app";
import { getCompany, setCompanyEmail } from "../../../worker/contract/companies";
import type { Client } from "../support/client";
import { clearFaults, orderFault } from "../support/sandbox-client";
import { seedCompany, seedUser } from "../support/seed";

afterEach(clearFaults);

const typeEmail = (client: Client, id: string, email: string, replaces?: string) =>
  client.post(`/api/dashboard/companies/${id}/email`, { email, ...(replaces !== undefined && { replaces }) });
const fetchCompany = async (client: Client, id: string) =>
  (await client.get(`/api/dashboard/companies/${id}`)).as(getCompany.answer).company;
const FOUND = {
  kind: "email",
  value: "contact@roy.example",
  page: "https://roy.example/contact",
  how: "link",
  seen_at: "2026-11-20T10:00:00.000Z",
} as const;

describe("an address typed for a company of the dashboard", () => {
  it("becomes its recipient, marked as given by the user, beside those that were found", async () => {
    const { userId, client } = await seedUser();
    const id = await seedCompany(userId, { email: FOUND.value, contacts: [FOUND] });
    const before = await fetchCompany(client, id);
    const { company, mail_check } = (await typeEmail(client, id, " Chef@Roy.example ")).as(setCompanyEmail.answer);
    expect(mail_check).toBe("accepts");
    expect(company).toMatchObject({
      recipient: "chef@roy.example",
      email: "chef@roy.example;contact@roy.example",
      contacts: [{ kind: "email", value: "chef@roy.example", page: "", how: "user" }, FOUND],
      message: before.message,
    });
    // Another recipient is another mail.
    expect(company.message_version).toBe(before.message_version + 1);
    expect(await fetchCompany(client, id)).toEqual(company);
  });

  it("takes the place of a wrong one", async () => {
    const { userId, client } = await seedUser();
    const id = await seedCompany(userId, { email: FOUND.value, contacts: [FOUND] });
    const { company } = (await typeEmail(client, id, "contact@roy.test", FOUND.value)).as(setCompanyEmail.answer);
    expect(company).toMatchObject({ email: "contact@roy.test", contacts: [{ how: "user" }] });
  });

  it("can be removed again: those that were found stay, and the first of them is written to", async () => {
    const { userId, client } = await seedUser();
    const id = await seedCompany(userId, { email: FOUND.value, contacts: [FOUND] });
    const typed = (await typeEmail(client, id, "chef@no-mail.example")).as(setCompanyEmail.answer).company;
    const remove = (email: string) => client.post(`/api/dashboard/companies/${id}/email`, { replaces: email });
    const { company, mail_check } = (await remove("chef@no-mail.example")).as(setCompanyEmail.answer);
    expect(mail_check).toBeNull();
    expect(company).toMatchObject({ recipient: FOUND.value, email: FOUND.value, contacts: [FOUND] });
    expect(company.message_version).toBe(typed.message_version + 1);
    expect((await remove(FOUND.value)).body).toMatchObject({ company: { recipient: null, email: "" } });
    expect(await client.post(`/api/dashboard/companies/${id}/email`, {})).toMatchObject({ status: 400 });
    const sent = await seedCompany(userId, { sendStatus: "sent", email: FOUND.value, contacts: [FOUND] });
    expect(await client.post(`/api/dashboard/companies/${sent}/email`, { replaces: FOUND.value })).toMatchObject({
      status: 409,
      body: { code: "already_sent" },
    });
  });

  it("that was found already keeps its source", async () => {
    const { userId, client } = await seedUser();
    const other = { ...FOUND, value: "autre@roy.example" };
    const id = await seedCompany(userId, { email: `${other.value};${FOUND.value}`, contacts: [other, FOUND] });
    const { company } = (await typeEmail(client, id, FOUND.value)).as(setCompanyEmail.answer);
    expect(company).toMatchObject({ recipient: FOUND.value, contacts: [FOUND, other] });
  });

  it("makes a company without any ready to be written to", async () => {
    const { userId, client } = await seedUser();
    const id = await seedCompany(userId, { email: "", contacts: [] });
    expect((await fetchCompany(client, id)).recipient).toBeNull();
    const { company } = (await typeEmail(client, id, "rh@roy.example")).as(setCompanyEmail.answer);
    expect(company.recipient).toBe("rh@roy.example");
    expect((await client.get("/api/dashboard/companies?status=ready")).body).toMatchObject({ total: 1 });
  });

  it.each([
    ["pas une adresse", 400, "email_invalid"],
    ["x@localhost", 400, "email_invalid"],
    ["x@127.0.0.1", 400, "email_invalid"],
    ["x@intranet.local", 400, "email_invalid"],
    ["a@roy.example,b@roy.example", 400, "email_invalid"],
    ["rh@null-mx.example", 422, "no_mail_accepted"],
  ])("is refused when it cannot be one: %s", async (email, status, code) => {
    const { userId, client } = await seedUser();
    const id = await seedCompany(userId);
    const before = await fetchCompany(client, id);
    expect(await typeEmail(client, id, email)).toMatchObject({ status, body: { code, fields: { email: code } } });
    expect(await fetchCompany(client, id)).toEqual(before);
  });

  it.each([
    ["rh@roy.example", "accepts"],
    ["rh@no-mx.example", "accepts"],
    ["rh@no-mail.example", "no_server"],
    ["rh@no-domain.example", "no_server"],
    ["rh@servfail.example", "unknown"],
    ["rh@slow.example", "unknown"],
  ])(
    "is taken, with what is known of its domain: %s",
    async (email, mailCheck) => {
      const { userId, client } = await seedUser();
      const id = await seedCompany(userId);
      expect(await typeEmail(client, id, email)).toMatchObject({
        status: 200,
        body: { mail_check: mailCheck, company: { recipient: email } },
      });
    },
    20_000,
  );

  it.each(["500", "garbage", "drop", "429"])("is taken when the resolver fails: %s", async (kind) => {
    await orderFault("dns", kind);
    const { userId, client } = await seedUser();
    const id = await seedCompany(userId);
    expect(await typeEmail(client, id, "rh@roy.example")).toMatchObject({
      status: 200,
      body: { mail_check: "unknown" },
    });
  });

  it("is not asked about without a resolver", async () => {
    const { userId, client } = await seedUser();
    const id = await seedCompany(userId);
    const response = await createApi().request(
      `http://localhost/api/dashboard/companies/${id}/email`,
      {
        method: "POST",
        headers: {
          "content-type": "application/json",
          cookie: client.cookieHeader,
        },
        body: JSON.stringify({ email: "rh@null-mx.example" }),
      },
      { ...env, DNS_RESOLVER_URL: "" },
    );
    expect(await response.json()).toMatchObject({ mail_check: "off", company: { recipient: "rh@null-mx.example" } });
  });

  it("that must not be written to is refused", async () => {
    const { userId, client } = await seedUser();
    const id = await seedCompany(userId);
    await client.post("/api/settings/do-not-contact", { entry: "interdit.example" });
    await client.post("/api/objections", { entry: "non@objecte.example" });
    for (const email of ["rh@interdit.example", "non@objecte.example"])
      expect(await typeEmail(client, id, email)).toMatchObject({ status: 422, body: { code: "do_not_contact" } });
    // Nothing is said of an address where there is no company.
    const archived = await seedCompany(userId, { archivedAt: new Date().toISOString() });
    expect(await typeEmail(client, archived, "non@objecte.example")).toMatchObject({ body: { code: "not_found" } });
  });

  it("cannot change a mail that was sent or is being sent, nor a company of somebody else", async () => {
    const { userId, client } = await seedUser();
    const { client: stranger } = await seedUser();
    const sent = await seedCompany(userId, { sendStatus: "sent" });
    const sending = await seedCompany(userId, { sendStatus: "sending" });
    const archived = await seedCompany(userId, { archivedAt: new Date().toISOString() });
    const own = await seedCompany(userId);
    const codes = [
      [client, sent, 409, "already_sent"],
      [client, sending, 409, "in_flight"],
      [client, archived, 404, "not_found"],
      [stranger, own, 404, "not_found"],
    ] as const;
    for (const [who, id, status, code] of codes)
      expect(await typeEmail(who, id, "rh@roy.example")).toMatchObject({ status, body: { code } });
  });
});

describe("a telephone number", () => {
  it.each([
    ["+33465713981", "+33 4 65 71 39 81"],
    ["+493022345670", "+49 30 22345670"],
    ["+442079460124", "+44 20 7946 0124"],
    ["+590590123456", "+590 590 12 34 56"],
    // Of a range that the tables lack.
    ["+33199001234", "+33 1 99 00 12 34"],
  ])("is told as people of its country read it: %s", async (number, text) => {
    const { userId, client } = await seedUser();
    const phone = { ...FOUND, kind: "phone", value: number } as const;
    const id = await seedCompany(userId, { phone: number, contacts: [phone] });
    expect(await fetchCompany(client, id)).toMatchObject({ phone: number, contacts: [{ value: number, text }] });
  });
});

describe("the resolver", () => {
  const resolver = createDnsResolver({
    fetch: (input, init) => env.SANDBOX.fetch(input, init),
    url: "https://cloudflare-dns.com/dns-query",
  });

  it.each(["alias", "dotted"])("may write its names differently: %s", async (kind) => {
    await orderFault("dns", kind);
    expect(await resolver.findMailRoute("roy.example")).toBe("accepts");
    expect(await resolver.findMailRoute("null-mx.example")).toBe("null_mx");
    expect(await resolver.findMailRoute("no-mail.example")).toBe("no_server");
  });
});
