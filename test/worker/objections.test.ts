import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { bulkSend, preview } from "../../worker/contract/mail";
import { LIMITS } from "../../worker/contract/limits";
import { objections } from "../../worker/db/schema/mail";
import { depsOf } from "../../worker/deps";
import { askDirectory } from "../../worker/search/ask-directory";
import { heedObjections } from "../../worker/search/objections";
import { sweepSites } from "../../worker/search/sweep";
import { Client } from "./client";
import { expectConsoleError } from "./console-errors";
import { linkGmail, outbox } from "./gmail-link";
import { database, seedCompany, seedUser } from "./seed";

const object = (entry: unknown, more: object = {}, from = "192.0.2.1") => new Client().send("POST", "/api/objections", { entry, ...more }, { "cf-connecting-ip": from });
const listed = async () => (await database.select({ entry: objections.entry }).from(objections).where(eq(objections.status, "listed"))).map(({ entry }) => entry).toSorted();

describe("a company that objects", () => {
  it("needs no account, names an address or a domain in whichever spelling, and may say why", async () => {
    for (const [given, entry] of [["RH@Firm.example ", "rh@firm.example"], ["@Bäcker.example", "xn--bcker-gra.example"], ["jobs.agency.example", "jobs.agency.example"]]) {
      expect(await object(given, { reason: "Nous ne recrutons pas.\nMerci." })).toMatchObject({ status: 200, body: { entry, listed: true } });
    }
    expect(await listed()).toEqual(["jobs.agency.example", "rh@firm.example", "xn--bcker-gra.example"]);
    expect((await database.select().from(objections))[0]).toMatchObject({ reason: "Nous ne recrutons pas.\nMerci." });
  });

  it.each(["firm", "a b@firm.example", "https://firm.example/", "10.0.0.1", "*.example"])("%j is neither", async (entry) => {
    expect(await object(entry)).toMatchObject({ status: 400, body: { code: "do_not_contact_invalid" } });
  });

  it.each(["gmail.com", "orange.fr", "mail.gmail.com", "web.de", "co.uk", "gouv.fr", "facebook.com", "wixsite.com", "github.io"])("may not speak for everybody at %s", async (entry) => {
    expect(await object(entry)).toMatchObject({ status: 400, body: { code: "objection_shared", fields: { entry: "objection_shared" } } });
    expect(await object(`firm@${entry}`)).toMatchObject({ status: 200, body: { listed: true } });
    expect(await listed()).toEqual([`firm@${entry}`]);
  });

  it("gives what fits, and no more", async () => {
    for (const body of [{}, { entry: 5 }, { entry: " " }, { entry: "firm.example", more: 1 }, { entry: "firm.example", reason: "x".repeat(LIMITS.objectionReason + 1) }, { entry: "firm.example", reason: " " }]) {
      expect(await new Client().post("/api/objections", body), JSON.stringify(body).slice(0, 60)).toMatchObject({ status: 400 });
    }
    expect(await listed()).toEqual([]);
  });

  it("cannot fill the list: so many an hour from one network, so many a day from all", async () => {
    for (let n = 0; n < LIMITS.objectionsOfNetwork; n += 1) expect(await object(`firm-${n}.example`, {}, "2001:db8:1:2::1")).toMatchObject({ status: 200 });
    const refused = await object("more.example", {}, "2001:db8:1:2:ffff::2");
    expect(refused).toMatchObject({ status: 429, body: { code: "too_many_requests" } });
    expect(refused.headers.get("retry-after")).toBe("3600");
    expect(await object("firm-0.example", {}, "2001:db8:1:2::1")).toMatchObject({ status: 200, body: { listed: true } });
    expect(await object("more.example", {}, "2001:db8:1:3::1")).toMatchObject({ status: 200 });
    const rows = JSON.stringify(Array.from({ length: LIMITS.objectionsADay }, (_, n) => `x${n}.example`));
    await env.DB.prepare("INSERT INTO objections SELECT value, 'listed', '', '', ?1 FROM json_each(?2)").bind(new Date().toISOString(), rows).run();
    expect(await object("another.example", {}, "198.51.100.7")).toMatchObject({ status: 429 });
  });

  it("leaves no trace of where it came from once the hour is over", async () => {
    await object("firm.example");
    const [row] = await database.select().from(objections);
    expect(row?.network).toMatch(/^[0-9a-f]{64}$/u);
    await sweepSites(depsOf(env));
    expect((await database.select().from(objections))[0]?.network).toBe(row?.network);
    await database.update(objections).set({ createdAt: new Date(Date.now() - 3_700_000).toISOString() });
    await sweepSites(depsOf(env));
    expect((await database.select().from(objections))[0]?.network).toBe("");
  });

  it("comes again after the operator has lifted it: then it waits for the operator", async () => {
    await object("firm.example");
    await database.update(objections).set({ status: "lifted" });
    expect(await object("firm.example", { reason: "Nous insistons." })).toMatchObject({ status: 200, body: { listed: false } });
    expect(await database.select().from(objections)).toMatchObject([{ entry: "firm.example", status: "waiting", reason: "Nous insistons." }]);
  });
});

describe("who has objected", () => {
  const cases: [string, string, boolean][] = [
    ["rh@firm.example", "RH@Firm.example", true], ["rh@firm.example", "jobs@firm.example", false], ["firm.example", "jobs@firm.example", true], ["firm.example", "Jobs@Paris.FIRM.example", true],
    ["firm.example", "jobs@notfirm.example", false], ["paris.firm.example", "jobs@firm.example", false], ["bäcker.example", "jobs@xn--bcker-gra.example", true],
  ];
  it.each(cases)("%s: a mail to %s is refused to everybody: %s", async (entry, email, refused) => {
    const { userId, client } = await seedUser();
    await linkGmail(client);
    const id = await seedCompany(userId, { email });
    const free = await seedCompany(userId);
    await object(entry);
    expect((await client.get(`/api/dashboard/companies/${id}/preview`)).as(preview.answer).preview.do_not_contact).toBe(refused);
    const sent = (await client.post("/api/dashboard/companies/bulk-send", { company_ids: [id, free] })).as(bulkSend.answer);
    expect(sent).toEqual(refused ? { sent_ids: [free], failed: [{ id, reason: "do_not_contact" }] } : { sent_ids: [id, free], failed: [] });
    expect(await client.post(`/api/dashboard/companies/${id}/send-email`, { confirm: ["already_contacted", "outcome_unknown", "needs_review"] })).toMatchObject({ status: refused ? 422 : 409 });
    expect(await outbox()).toHaveLength(refused ? 1 : 2);
    await database.update(objections).set({ status: "lifted" });
    if (refused) expect(await client.post(`/api/dashboard/companies/${id}/send-email`)).toMatchObject({ status: 200 });
  });

  it("is not found by a search, whether a site or a directory gives the address", async () => {
    await object("rh@firm.example");
    await object("agency.example");
    const contact = (value: string, kind: "email" | "phone" = "email") => ({ kind, value, page: "https://firm.example/", how: "text" as const, seen_at: new Date().toISOString() });
    const report = { number: 1, read: true, movedTo: null, contacts: [contact("rh@firm.example"), contact("info@firm.example"), contact("jobs@paris.agency.example"), contact("+33199001234", "phone")], email: "rh@firm.example;info@firm.example;jobs@paris.agency.example", phone: "+33199001234", about: "", applyElsewhere: null };
    const [heeded] = await heedObjections(database, [report]);
    expect(heeded).toMatchObject({ email: "info@firm.example", phone: "+33199001234", contacts: [{ value: "info@firm.example" }, { value: "+33199001234" }] });

    const company = (name: string, emails: string[]) => ({ name, website: null, emails, phones: [], tags: {}, page: "", source: "a directory" });
    const deps = Object.create(depsOf(env), {
      imported: { value: { find: () => Promise.resolve({ companies: [company("Firm", ["RH@firm.example"]), company("Other", ["info@other.example"])], incomplete: null }) } },
      geocoder: { value: { locate: () => Promise.resolve(null) } },
    }) as ReturnType<typeof depsOf>;
    expect(await askDirectory(deps, "nobody", "Toulouse (France)", [])).toMatchObject({ outcome: "found", entries: [{ name: "Firm", emails: [] }, { name: "Other", emails: ["info@other.example"] }] });
  });

  it("cannot be asked about while D1 is down: the search goes on", async () => {
    expectConsoleError(/"event":"objections_not_asked"/u);
    const broken = Object.create(database, { all: { value: () => Promise.reject(new Error("D1 is down")) } }) as typeof database;
    const report = { number: 1, read: true, movedTo: null, contacts: [{ kind: "email" as const, value: "rh@firm.example", page: "https://firm.example/", how: "text" as const, seen_at: "" }], email: "rh@firm.example", phone: "", about: "", applyElsewhere: null };
    expect(await heedObjections(broken, [report])).toEqual([report]);
  });
});
