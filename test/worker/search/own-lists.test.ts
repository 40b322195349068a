import { runInDurableObject } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { LIMITS } from "../../../worker/contract/limits";
import {
  previewList,
  previewListFile,
  runList,
  runTypedCompany,
  setFoundEmail,
  startWaitingList,
} from "../../../worker/contract/own-lists";
import { addToDashboard, getCurrentSearch, listSearches, type Search } from "../../../worker/contract/search";
import { pastCompanies } from "../../../worker/db/schema/companies";
import { searches } from "../../../worker/db/schema/search";
import { EMPTY_TOTALS } from "../../../worker/search/rules-search-failure";
import { resumeStuckSearches } from "../../../worker/search/scheduled";
import { shapes } from "../../sandbox/companies/shapes/all-shapes";
import { toDomain } from "../../sandbox/companies/site";
import { cities } from "../../sandbox/osm/cities";
import type { Client } from "../support/client";
import { getSearchObject } from "../support/objects";
import { fetchFound, waitForSearch } from "../support/run-search";
import { clearFaults, orderFault } from "../support/sandbox-client";
import { composeUserDeps, database, seedCompany, seedUser } from "../support/seed";

/** A site of the sandbox that shows its address. */
function makeDomain(name: string, shape = "mailto-contact", seed = 7): string {
  const [city] = cities;
  if (!city) throw new Error("the sandbox has no city");
  return toDomain(
    name,
    city,
    shapes.findIndex(({ id }) => id === shape),
    seed,
  );
}
const MARTIN = makeDomain("Boulangerie Martin");
const ROY = makeDomain("Menuiserie Roy", "text-contact");

const makeFile = (text: string | Uint8Array<ArrayBuffer>, name = "salon.csv") => new File([text], name);
const uploadList = (client: Client, file: File, path = "file") =>
  client.upload(`/api/search/lists/${path}`, "list", file);
const startUpload = async (client: Client, text: string) =>
  (await uploadList(client, makeFile(text))).as(runList.answer);
const listHistory = async (client: Client): Promise<Search[]> =>
  (await client.get("/api/search/history")).as(listSearches.answer).searches;

describe("a list of the user's own", () => {
  it("is read to its end like a search, and added to the dashboard", async () => {
    const { client, userId } = await seedUser();
    const known = makeDomain("Fleurs Petit", "mailto-footer");
    await seedCompany(userId, { identity: known, website: `https://${known}/` });
    const text = [
      "Entreprise;Site;E-mail;Téléphone;Ville",
      `Boulangerie Martin;${MARTIN};chef@${MARTIN};01 42 34 56 78;Lyon`,
      `Martin encore;https://www.${MARTIN}/contact;;;`,
      `Menuiserie Roy;${ROY};;;Lille`,
      `Fleurs Petit;${known};;;`,
      "Sans site;;rh@sans-site.example;;",
      "Piège;http://169.254.169.254/;;;",
    ].join("\r\n");
    // The preview counts what the search will find to be new.
    const preview = (await uploadList(client, makeFile(text), "preview-file")).as(previewListFile.answer);
    expect(preview).toMatchObject({ total: 3, first: 3, lists: 1 });
    expect(preview.problems).toMatchObject([
      { line: 3, value: "Martin encore", reason: "repeated", first_line: 2 },
      { line: 5, value: "Fleurs Petit", reason: "known" },
      { line: 7, reason: "private_address" },
    ]);
    const { search_id: id, search, lists } = await startUpload(client, text);
    expect(lists).toBe(1);
    expect(search).toMatchObject({
      id,
      status: "running",
      business_types: [],
      cities: [],
      list: { name: "salon.csv", part: 1, parts: 1, companies: 4 },
    });
    const ended = await waitForSearch(client, id);
    expect(ended).toMatchObject({
      status: "completed",
      total_companies: 4,
      new_companies: 3,
      duplicate_companies: 1,
      known_companies: 1,
      websites_count: 2,
      scraped_websites_count: 2,
      warnings: [],
      error: null,
    });
    const found = await fetchFound(client, id);
    expect(found.map(({ name, duplicate, known: isKnown }) => [name, duplicate, isKnown])).toEqual([
      ["Boulangerie Martin", false, false],
      ["Menuiserie Roy", false, false],
      ["Fleurs Petit", true, true],
      ["Sans site", false, false],
    ]);
    const [martin, roy, , siteless] = found;
    // The user's own address comes first, what the site shows follows.
    expect(martin).toMatchObject({ source: "added by you", city: "Lyon", business_type: "" });
    expect(martin?.email.split(";")[0]).toBe(`chef@${MARTIN}`);
    expect(martin?.email.split(";").length).toBeGreaterThan(1);
    expect(martin?.contacts[0]).toMatchObject({ kind: "email", value: `chef@${MARTIN}`, how: "user", page: "" });
    expect(martin?.contacts.find(({ kind, how }) => kind === "email" && how === "link")?.page).toContain(MARTIN);
    expect(roy?.contacts.every(({ how }) => how !== "user")).toBe(true);
    expect(siteless).toMatchObject({ website: "", email: "rh@sans-site.example", finished: true });

    const added = (await client.post(`/api/search/add-to-dashboard/${id}`)).as(addToDashboard.answer);
    expect(added).toMatchObject({ added_count: 3, search: { added_to_dashboard: true, list: { companies: 4 } } });
    expect((await listHistory(client))[0]).toMatchObject({ id, list: { name: "salon.csv" } });
    expect((await client.get("/api/search/current")).as(getCurrentSearch.answer).search).toBeNull();
  }, 60_000);

  it("holds no private address, whatever column it stood in, and names every line that did", async () => {
    const { client } = await seedUser();
    const text = [
      "name;website;email;phone;town",
      "A;http://127.0.0.1/;;;",
      "B;http://[::1]/;;;",
      `http://169.254.169.254/;${ROY};;;`,
      `D;${ROY};x@10.0.0.1;;`,
      `E;${ROY};;http://192.168.0.1/;`,
      `F;${ROY};;;http://localhost/`,
      `G;${ROY};;;`,
      "=1+1;http://2130706433/;;;",
    ].join("\n");
    const preview = (await uploadList(client, makeFile(text), "preview-file")).as(previewListFile.answer);
    expect(preview.problems.map(({ line, field, reason }) => [line, field, reason])).toEqual(
      (["website", "website", "name", "email", "phone", "town", null, "website"] as const).flatMap((field, at) =>
        field === null ? [] : [[at + 2, field, "private_address"]],
      ),
    );
    const { search_id: id } = await startUpload(client, text);
    expect(await waitForSearch(client, id)).toMatchObject({
      status: "completed",
      total_companies: 1,
      websites_count: 1,
    });
    expect((await fetchFound(client, id)).map(({ name, website }) => [name, website])).toEqual([
      ["G", `https://${ROY}/`],
    ]);
  }, 60_000);

  it("does not offer a company anew that was written to and then deleted", async () => {
    const { client, userId } = await seedUser();
    const now = new Date().toISOString();
    await database.insert(pastCompanies).values({ userId, identity: MARTIN, createdAt: now });
    const text = `https://${MARTIN}/\nhttps://${ROY}/`;
    const preview = (await client.post("/api/search/lists/preview", { text })).as(previewList.answer);
    expect(preview.problems).toMatchObject([{ line: 1, reason: "known" }]);
    const { search_id: id } = await startUpload(client, `Site\n${MARTIN}\n${ROY}`);
    await waitForSearch(client, id);
    expect((await fetchFound(client, id)).map(({ website, known }) => [website, known])).toEqual([
      [expect.stringContaining(MARTIN), true],
      [expect.stringContaining(ROY), false],
    ]);
  });

  it("may be pasted", async () => {
    const { client } = await seedUser();
    const text = `${MARTIN}\nMenuiserie Roy https://${ROY}/\nbonjour, localhost`;
    const preview = (await client.post("/api/search/lists/preview", { text })).as(previewList.answer);
    expect(preview).toMatchObject({
      columns: [],
      total: 2,
      lists: 1,
      companies: [
        { line: 1, name: MARTIN },
        { line: 2, name: "Menuiserie Roy", website: `https://${ROY}/` },
      ],
      problems: [
        { line: 3, value: "bonjour", reason: "website_invalid" },
        { line: 3, value: "localhost", reason: "private_address" },
      ],
    });
    const { search_id: id } = (await client.post("/api/search/lists", { text })).as(runList.answer);
    expect(await waitForSearch(client, id)).toMatchObject({ status: "completed", new_companies: 2 });
  }, 60_000);

  it("shows its columns before it starts, and takes the user's word for them", async () => {
    const { client } = await seedUser();
    const file = makeFile(`Firme;Colonne B\nRoy;${ROY}\n`);
    const first = (await uploadList(client, file, "preview-file")).as(previewListFile.answer);
    expect(first.columns).toEqual([
      { header: "", examples: ["Firme", "Roy"], field: "name" },
      { header: "", examples: ["Colonne B", ROY], field: null },
    ]);
    const second = (await uploadList(client, file, "preview-file?columns=name,website&header=true")).as(
      previewListFile.answer,
    );
    expect(second).toMatchObject({ has_header: true, total: 1, problems: [], companies: [{ line: 2, name: "Roy" }] });
    expect(await uploadList(client, file, "preview-file?columns=name,password")).toMatchObject({ status: 400 });
  });

  it("can be stopped, cancelled and discarded like any search", async () => {
    const { client } = await seedUser();
    const { search_id: first } = await startUpload(client, `Site\n${makeDomain("Lent Un", "drip")}\n${ROY}`);
    expect(await uploadList(client, makeFile(`Site\n${ROY}`))).toMatchObject({
      status: 409,
      body: { code: "search_in_progress", search_id: first },
    });
    expect((await client.post(`/api/search/cancel/${first}`)).body).toMatchObject({ search: { status: "cancelled" } });
    const { search_id: second } = await startUpload(client, `Site\n${makeDomain("Lent Deux", "drip")}\n${ROY}`);
    await client.post(`/api/search/stop/${second}`);
    expect(await waitForSearch(client, second)).toMatchObject({ status: "completed" });
    expect((await client.post(`/api/search/discard/${second}`)).body).toMatchObject({ search: { discarded: true } });
  }, 60_000);

  it.each([
    ["nothing that can be used", makeFile("Nom;Site\nA;localhost"), 422, "list_empty"],
    ["nothing at all", makeFile(""), 422, "list_empty"],
    ["a spreadsheet", makeFile(Uint8Array.from([0x50, 0x4b, 3, 4, 0, 0])), 415, "list_unreadable"],
    ["too many lines", makeFile("firm.example\n".repeat(LIMITS.listLines + 1)), 422, "list_too_long"],
    ["too many bytes", makeFile(new Uint8Array(LIMITS.listBytes + 1).fill(0x61)), 413, "list_too_large"],
  ])("is refused with %s", async (_, file, status, code) => {
    const { client } = await seedUser();
    expect(await uploadList(client, file)).toMatchObject({ status, body: { code } });
    expect(await listHistory(client)).toEqual([]);
  });

  it("leaves out addresses of companies that object, and names those without another contact", async () => {
    const { client } = await seedUser();
    await client.post("/api/objections", { entry: "rh@objecte.example" });
    const text = `name;email;website\nObjecte;rh@objecte.example;\nRoy;;${ROY}`;
    const { search_id: id } = await startUpload(client, text);
    expect(await waitForSearch(client, id)).toMatchObject({
      status: "completed",
      total_companies: 1,
      warnings: [{ code: "list_objections", detail: "Objecte" }],
    });
  }, 60_000);

  it("fails where its companies were lost with the server", async () => {
    const { client, userId } = await seedUser();
    const id = crypto.randomUUID();
    await database.insert(searches).values({
      userId,
      id,
      status: "running",
      businessTypes: [],
      cities: [],
      list: { name: "", part: 1, parts: 1, companies: 2 },
      totals: EMPTY_TOTALS,
      createdAt: "2026-11-01T00:00:00.000Z",
    });
    await resumeStuckSearches(composeUserDeps());
    expect(await waitForSearch(client, id)).toMatchObject({ status: "failed", error_code: "search_crashed" });
  });
});

describe("more than 500 companies", () => {
  const lines = (count: number) =>
    ["name;email", ...Array.from({ length: count }, (_, at) => `Firm ${at};rh@firm-${at}.example`)].join("\n");

  it("become several lists, which the user starts one after the other", async () => {
    const { client, userId } = await seedUser();
    const { search_id: first, lists } = await startUpload(client, lines(1_001));
    expect(lists).toBe(3);
    const all = await listHistory(client);
    expect(all.map(({ list, status }) => `${list?.part}: ${list?.companies} ${status}`).toSorted()).toEqual([
      "1: 500 running",
      "2: 500 waiting",
      "3: 1 waiting",
    ]);
    const third = all.find(({ list }) => list?.part === 3)?.id ?? "";
    const second = all.find(({ list }) => list?.part === 2)?.id ?? "";
    await waitForSearch(client, first);
    const current = async () => (await client.get("/api/search/current")).as(getCurrentSearch.answer).search;
    expect(await current()).toMatchObject({ id: first, status: "completed" });

    const started = (await client.post(`/api/search/lists/${third}/start`)).as(startWaitingList.answer);
    expect(started.search).toMatchObject({ id: third, status: "running" });
    expect(await waitForSearch(client, third)).toMatchObject({ status: "completed", total_companies: 1 });
    expect(await current()).toMatchObject({ id: third });
    // Nothing is lost when the server dies between the row and its object.
    await database
      .update(searches)
      .set({ status: "running", createdAt: "2026-11-01T00:00:00.000Z" })
      .where(eq(searches.id, second));
    await resumeStuckSearches(composeUserDeps());
    expect(await waitForSearch(client, second)).toMatchObject({ status: "completed", total_companies: 500 });
    expect((await getSearchObject(second).rowsToAdd(userId, undefined)).length).toBe(500);
  }, 90_000);

  it("wait without a step, can be thrown away, and are nobody else's", async () => {
    const { client } = await seedUser();
    const { client: stranger } = await seedUser();
    const { search_id: first } = await startUpload(client, lines(501));
    const second = (await listHistory(client)).find(({ status }) => status === "waiting")?.id ?? "";
    expect(await client.post(`/api/search/lists/${second}/start`)).toMatchObject({
      status: 409,
      body: { code: "search_in_progress", search_id: first },
    });
    expect(await stranger.post(`/api/search/lists/${second}/start`)).toMatchObject({ status: 404 });
    // What waits is in the user's export too.
    expect(await fetchFound(client, second)).toMatchObject([{ name: "Firm 500", email: "rh@firm-500.example" }]);
    expect(await client.post(`/api/search/stop/${second}`)).toMatchObject({ body: { search: { status: "waiting" } } });
    const inDays = await runInDurableObject(getSearchObject(second), async (_, { storage }) =>
      Math.round((((await storage.getAlarm()) ?? 0) - Date.now()) / 86_400_000),
    );
    expect(inDays).toBe(30);
    expect(await client.post(`/api/search/cancel/${second}`)).toMatchObject({
      body: { search: { status: "cancelled" } },
    });
    expect((await listHistory(client)).find(({ id }) => id === second)?.status).toBe("cancelled");
    await waitForSearch(client, first);
    expect(await client.post(`/api/search/lists/${second}/start`)).toMatchObject({
      status: 409,
      body: { code: "search_finished" },
    });
  }, 60_000);
});

describe("one company by hand", () => {
  const send = (client: Client, company: object) => client.post("/api/search/lists/company", company);

  it("is read like any other, with what the DNS says of its address", async () => {
    const { client, userId } = await seedUser();
    const answer = (
      await send(client, { name: "Roy", website: ROY, email: `Chef@${ROY}`, phone: "01 42 34 56 78", town: "Lille" })
    ).as(runTypedCompany.answer);
    expect(answer).toMatchObject({ mail_check: "accepts", lists: 1, search: { list: { name: "Roy", companies: 1 } } });
    await waitForSearch(client, answer.search_id);
    const found = await fetchFound(client, answer.search_id);
    expect(found).toMatchObject([{ name: "Roy", city: "Lille", website: `https://${ROY}/` }]);
    const phone = found[0]?.contacts.find(({ kind, how }) => kind === "phone" && how === "user");
    expect(phone).toMatchObject({ value: "+33142345678", text: "+33 1 42 34 56 78" });
    expect(found[0]?.phone).toContain("+33142345678");
    // What is stored are numbers to compare and to dial.
    const [row] = await getSearchObject(answer.search_id).rowsToAdd(userId, undefined);
    expect(row?.contacts).not.toContain("+33 1 42");
  }, 60_000);

  it.each([
    [{ name: "A" }, "contact_required", "website"],
    [{ name: "A", website: "http://10.0.0.1/" }, "website_forbidden", "website"],
    [{ name: "http://localhost/", website: ROY }, "website_forbidden", "name"],
    [{ name: "A", website: "pas un site" }, "website_invalid", "website"],
    [{ name: "A", website: "facebook.com/a", email: "a@a.example" }, "website_profile", "website"],
    [{ name: "=1+1", website: ROY }, "invalid", "name"],
    [{ name: "A", website: ROY, phone: "12" }, "phone_invalid", "phone"],
    [{ name: "A", email: "x@localhost" }, "email_invalid", "email"],
    [{ name: "A", email: "x@null-mx.example" }, "no_mail_accepted", "email"],
    [{ name: " ", website: ROY }, "required", "name"],
  ])("is refused at its field: %j", async (company, code, field) => {
    const { client } = await seedUser();
    const answer = await send(client, company);
    expect(answer.status).toBe(code === "no_mail_accepted" ? 422 : 400);
    expect(answer.body).toMatchObject({ fields: { [field]: code } });
  });
});

describe("an address typed for a found company", () => {
  it("comes first, replaces another, and stays when the site is read later", async () => {
    const { client, userId } = await seedUser();
    const { search_id: id } = await startUpload(client, `name;website;email\nRoy;${ROY};ancien@roy.example`);
    await waitForSearch(client, id);
    const [roy] = await fetchFound(client, id);
    const type = (body: object) => client.post(`/api/search/${id}/email`, { company_id: roy?.id, ...body });
    const { company, mail_check } = (
      await type({ email: "Recrutement@Roy.example", replaces: "ancien@roy.example" })
    ).as(setFoundEmail.answer);
    expect(mail_check).toBe("accepts");
    expect(company.email.split(";")[0]).toBe("recrutement@roy.example");
    expect(company.email).not.toContain("ancien@");
    expect(company.contacts[0]).toMatchObject({ how: "user", value: "recrutement@roy.example" });
    expect(company.contacts.some(({ how }) => how !== "user")).toBe(true);

    await client.post("/api/objections", { entry: "non@roy-objecte.example" });
    expect(await type({ email: "non@roy-objecte.example" })).toMatchObject({
      status: 422,
      body: { code: "do_not_contact" },
    });
    await client.post("/api/settings/do-not-contact", { entry: "interdit.example" });
    expect(await type({ email: "rh@interdit.example" })).toMatchObject({ status: 422 });
    expect(await type({ email: "rh@null-mx.example" })).toMatchObject({
      status: 422,
      body: { code: "no_mail_accepted" },
    });
    expect(await client.post(`/api/search/${id}/email`, { company_id: "x", email: "a@b.example" })).toMatchObject({
      status: 404,
    });
    const { client: stranger } = await seedUser();
    expect(await stranger.post(`/api/search/${id}/email`, { company_id: roy?.id, email: "a@b.example" })).toMatchObject(
      { status: 404 },
    );

    await client.post(`/api/search/add-to-dashboard/${id}`);
    const [row] = await getSearchObject(id).rowsToAdd(userId, [roy?.id ?? ""]);
    expect(row?.email.split(";")[0]).toBe("recrutement@roy.example");
  }, 60_000);

  it("survives the reading of the site that goes on meanwhile", async () => {
    const { client } = await seedUser();
    await orderFault("site", "latency", { ms: 1_500, times: 1 });
    const { search_id: id } = await startUpload(client, `name;website;email\nRoy;${ROY};faux@roy.example`);
    await expect.poll(async () => (await fetchFound(client, id)).length, { timeout: 20_000 }).toBe(1);
    const [roy] = await fetchFound(client, id);
    await client.post(`/api/search/${id}/email`, { company_id: roy?.id, email: "chef@roy.example" });
    // A wrong address of the list stays removed.
    await client.post(`/api/search/${id}/email`, { company_id: roy?.id, replaces: "faux@roy.example" });
    await waitForSearch(client, id);
    const [read] = await fetchFound(client, id);
    expect(read?.email.split(";")[0]).toBe("chef@roy.example");
    expect(read?.email).not.toContain("faux@");
    expect(read?.contacts.some(({ value }) => value === "faux@roy.example")).toBe(false);
    expect(read?.email.split(";").length).toBeGreaterThan(1);
    await clearFaults();
  }, 60_000);
});
