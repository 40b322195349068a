import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { generateExport } from "../../../worker/account/data-export";
import { toExportStart, exportStartQueries } from "../../../worker/account/store-data-export";
import { DataExport } from "../../../worker/contract/account";
import { users } from "../../../worker/db/schema/account";
import { mailboxes } from "../../../worker/db/schema/mail";
import { USER_TABLES } from "../../../worker/db/user-tables";
import { addFoundCompanies } from "../../../worker/search/store-searches";
import { makeCvFile } from "../../harness/make-pdf";
import { Client } from "../support/client";
import { expectConsoleError } from "../support/console-errors";
import { linkGmail } from "../support/gmail-sandbox";
import { getSearchObject } from "../support/objects";
import { composeUserDeps, database, seedCompany, seedUser } from "../support/seed";
import { seedEverything, seedMails } from "../support/seed-account";

const Rows = z.array(z.record(z.string(), z.unknown()));
const readExportStart = async (userId: string) =>
  toExportStart(await database.batch(exportStartQueries(database, userId, "")));
const parseTableRows = (file: z.output<typeof DataExport>, table: string) => Rows.parse(file[table]);

describe("the export of all one's data", () => {
  it("is one JSON file to download, with every table that holds rows of the user, and the CV", async () => {
    const { userId, client } = await seedUser({
      email: "ana@mail.example",
      passwordHash: "scrypt$secret",
      googleSub: "1234",
    });
    const other = await seedUser({ name: "Somebody Else" });
    await seedEverything(userId);
    await seedEverything(other.userId);
    await linkGmail(client);
    await seedCompany(userId, { name: "Lumen", message: "Bonjour Lumen", messageVersion: 3 });
    const cv = makeCvFile();
    await client.upload("/api/settings/cv", "cv", cv);
    await expect
      .poll(async () => (await database.select().from(users).where(eq(users.id, userId)))[0]?.cvTextStatus, {
        timeout: 10_000,
      })
      .toBe("ok");

    const answer = await client.get("/api/settings/export");
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-disposition")).toMatch(
      /^attachment; filename="candidature-\d{4}-\d\d-\d\d\.json"$/u,
    );
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const file = answer.as(DataExport);
    expect(file.account).toMatchObject({
      id: userId,
      email: "ana@mail.example",
      name: "Ana Martin",
      language: "fr",
      attach_cv: true,
      attach_letter: false,
      letter_address: "",
      google_sub: "1234",
      cv_text: expect.stringMatching(/\w/u) as string,
    });
    expect(Object.keys(file)).toEqual(
      expect.arrayContaining([
        "companies",
        "company_notes",
        "company_tags",
        "searches",
        "generations",
        "generation_items",
        "message_versions",
        "mailboxes",
        "mails",
        "do_not_contact",
        "sessions",
      ]),
    );
    expect(parseTableRows(file, "companies")).toHaveLength(2);
    expect(parseTableRows(file, "companies")).toContainEqual(
      expect.objectContaining({ name: "Lumen", message: "Bonjour Lumen", message_version: 3, contacts: [] }),
    );
    expect(parseTableRows(file, "company_notes")).toMatchObject([{ text: "Call on Monday" }]);
    expect(parseTableRows(file, "company_tags")).toMatchObject([{ tag: "Lyon" }]);
    expect(parseTableRows(file, "mailboxes")).toEqual([
      { email: "camille.martin@mail.example", linked_at: expect.any(String) as string },
    ]);
    expect(parseTableRows(file, "mails")).toHaveLength(2);
    expect(file.cv_file).toMatchObject({ name: "CV Ana.pdf", type: "application/pdf" });
    expect(Uint8Array.fromBase64(file.cv_file?.base64 ?? "")).toEqual(new Uint8Array(await cv.arrayBuffer()));
    expect(JSON.stringify(file)).not.toContain(other.userId);
    expect(Object.keys(file).length).toBe(USER_TABLES.length + 7);
  });

  it("holds no credentials", async () => {
    const { userId, client } = await seedUser({ passwordHash: "scrypt$secret" });
    await seedEverything(userId);
    await linkGmail(client);
    const [mailbox] = await database.select().from(mailboxes).where(eq(mailboxes.userId, userId));
    const { body } = await client.get("/api/settings/export");
    const token = client.cookies.get("__Host-session")?.split(".").at(-1) ?? "none";
    for (const secret of [
      mailbox?.tokens ?? "none",
      "scrypt",
      token,
      "token_hash",
      "code_verifier",
      "password_hash",
      "session_hash",
      "state_hash",
    ])
      expect(JSON.stringify(body)).not.toContain(secret);
  });

  it("holds the results of searches that still exist", async () => {
    const { userId, client } = await seedUser();
    const { search_id } = (
      await client.post("/api/search/run", { business_types: ["shop_bakery"], cities: ["Toulouse (France)"] })
    ).as(z.object({ search_id: z.string() }));
    const search = getSearchObject(search_id);
    await expect.poll(async () => (await search.status(userId))?.status, { timeout: 15_000 }).toBe("completed");
    const found = await search.companies(userId, 0, 500);
    const file = (await client.get("/api/settings/export")).as(DataExport);
    expect(found.companies.length).toBeGreaterThan(0);
    expect(file.search_results).toEqual(found.companies.map((company) => ({ search_id, ...company })));
    await client.post(`/api/search/discard/${search_id}`);
    expect((await client.get("/api/settings/export")).as(DataExport).search_results).toEqual([]);
  }, 30_000);

  it("of an empty account is complete, wizard or not", async () => {
    const { client } = await seedUser({ wizardCompleted: false });
    const file = (await client.get("/api/settings/export")).as(DataExport);
    expect(file).toMatchObject({
      companies: [],
      mails: [],
      mailboxes: [],
      search_results: [],
      outbox: [],
      cv_file: null,
    });
    expect(await new Client().get("/api/settings/export")).toMatchObject({ status: 401 });
  });

  it("of 10,000 companies and many mails is complete, with one page in memory at a time", async () => {
    const { userId } = await seedUser();
    for (let part = 0; part < 10; part += 1) {
      await addFoundCompanies(
        database,
        userId,
        "search",
        Array.from({ length: 1_000 }, (_, n) => ({
          id: crypto.randomUUID(),
          identity: `${part}-${n}.example`,
          redirectedFrom: null,
          name: `Company ${part}-${n}`,
          website: "",
          businessType: "",
          city: "",
          country: "FR",
          email: "",
          phone: "",
          contacts: [],
          facts: [{ kind: "activity" as const, text: "x".repeat(1_000), url: "" }],
          applyElsewhere: null,
          language: "fr" as const,
          source: "",
        })),
        new Date().toISOString(),
      );
    }
    await seedMails(
      userId,
      Array.from({ length: 5 }, () => "failed" as const),
    );
    let text = "";
    let largest = 0;
    for await (const piece of generateExport(composeUserDeps(), userId, await readExportStart(userId))) {
      text += piece;
      largest = Math.max(largest, piece.length);
    }
    const companies = parseTableRows(DataExport.parse(JSON.parse(text)), "companies");
    expect(new Set(companies.map(({ name }) => name)).size).toBe(10_000);
    expect(companies).toHaveLength(10_000);
    expect(largest).toBeLessThan(text.length / 30);
  }, 60_000);

  it("that breaks midway is truncated, so that no reader takes it for complete", async () => {
    expectConsoleError(/"event":"export_failed"/u);
    const { userId } = await seedUser({ cvPath: "cv/lost", cvName: "cv.pdf" });
    const deps = composeUserDeps();
    const broken = {
      ...deps,
      files: { ...deps.files, get: () => Promise.reject(new Error("R2 is down")) },
    };
    let text = "";
    const readUntilEnd = async () => {
      for await (const piece of generateExport(broken, userId, await readExportStart(userId))) text += piece;
    };
    await expect(readUntilEnd()).rejects.toThrow("R2 is down");
    expect(() => {
      JSON.parse(text);
    }).toThrow("JSON");
  });
});
