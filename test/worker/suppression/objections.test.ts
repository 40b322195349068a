import { env } from "cloudflare:workers";
import { and, count, eq, like } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { composeDeps } from "../../../worker/compose";
import { LIMITS } from "../../../worker/contract/limits";
import { bulkSend } from "../../../worker/contract/mail";
import { createSharedDatabase } from "../../../worker/db/client";
import { courtesySlots, objections } from "../../../worker/db/schema/shared";
import { sha256 } from "../../../worker/lib/hash";
import { takeCourtesySlot } from "../../../worker/mail/send/courtesy";
import { dropObjected } from "../../../worker/search/crawl/crawl-consumer";
import { lookUpCity } from "../../../worker/search/directory-lookup";
import { toWantedKinds } from "../../../worker/search/rules-business-types";
import { purgeObjectionNetworks } from "../../../worker/search/scheduled";
import { addObjection, clearObjectionNetworks } from "../../../worker/suppression/store-objections";
import { Client } from "../support/client";
import { expectConsoleError } from "../support/console-errors";
import { linkGmail, listOutbox } from "../support/gmail-sandbox";
import { publishRelease } from "../support/publish-release";
import { composeUserDeps, seedCompany, seedUser, sharedDatabase } from "../support/seed";
import { fetchPreview } from "../support/send-mail";

const raiseWithDetails = (entry: unknown, more: object = {}, from = "192.0.2.1") =>
  new Client().send("POST", "/api/objections", { entry, ...more }, { "cf-connecting-ip": from });
const listActiveEntries = async () =>
  (await sharedDatabase.select({ entry: objections.entry }).from(objections).where(eq(objections.status, "listed")))
    .map(({ entry }) => entry)
    .toSorted();
const countByStatus = async () =>
  Object.fromEntries(
    (
      await sharedDatabase
        .select({ status: objections.status, rows: count() })
        .from(objections)
        .groupBy(objections.status)
    ).map(({ status, rows }) => [status, rows]),
  );
/** The operator's command. */
const liftObjections = () => sharedDatabase.update(objections).set({ status: "lifted" });

describe("a company that objects", () => {
  it("is told to those who have it on their dashboard, by the entry that holds, and to nobody else", async () => {
    const { userId, client } = await seedUser();
    const other = await seedUser();
    await seedCompany(userId, { email: "jobs@paris.firm.example" });
    await seedCompany(userId, { email: "a@else.example;b@else.example", recipient: "b@else.example" });
    await seedCompany(userId, { email: "old@firm.example", archivedAt: new Date().toISOString() });
    await seedCompany(other.userId);
    for (const entry of ["a@else.example", "firm.example", "stranger.example"]) await raiseWithDetails(entry);
    const listEntries = async (who: Client) => (await who.get("/api/dashboard/objections")).body;
    // A domain that is not proven holds for nobody.
    expect(await listEntries(client)).toEqual({ entries: [] });
    await sharedDatabase.update(objections).set({ status: "listed" });
    expect(await listEntries(client)).toEqual({ entries: [{ entry: "firm.example" }] });
    expect(await listEntries(other.client)).toEqual({ entries: [] });
  });

  it("needs no account, names an address in any spelling, and may give a reason: it holds at once", async () => {
    for (const [args, entry] of [
      ["RH@Firm.example ", "rh@firm.example"],
      ["rh@Bäcker.example", "rh@xn--bcker-gra.example"],
    ]) {
      expect(await raiseWithDetails(args, { reason: "Nous ne recrutons pas.\nMerci." })).toMatchObject({
        status: 200,
        body: { entry, listed: true, waits_for: null, proof: null },
      });
    }
    expect(await listActiveEntries()).toEqual(["rh@firm.example", "rh@xn--bcker-gra.example"]);
    expect((await sharedDatabase.select().from(objections))[0]).toMatchObject({
      reason: "Nous ne recrutons pas.\nMerci.",
    });
  });

  it("names a domain in any spelling: it is pending until it is proven", async () => {
    for (const [args, entry] of [
      ["@Bäcker.example", "xn--bcker-gra.example"],
      ["jobs.agency.example", "jobs.agency.example"],
    ]) {
      expect(await raiseWithDetails(args)).toMatchObject({
        status: 200,
        body: {
          entry,
          listed: false,
          waits_for: "proof",
          proof: { dns: { name: `_candidature.${entry}`, result: "unchecked" } },
        },
      });
    }
    expect(await countByStatus()).toEqual({ pending: 2 });
  });

  it.each(["firm", "a b@firm.example", "https://firm.example/", "10.0.0.1", "*.example"])(
    "%j is neither",
    async (entry) => {
      expect(await raiseWithDetails(entry)).toMatchObject({ status: 400, body: { code: "do_not_contact_invalid" } });
    },
  );

  it.each([
    "gmail.com",
    "orange.fr",
    "mail.gmail.com",
    "web.de",
    "co.uk",
    "gouv.fr",
    "facebook.com",
    "wixsite.com",
    "github.io",
  ])("may not object for everybody at %s", async (entry) => {
    expect(await raiseWithDetails(entry)).toMatchObject({
      status: 400,
      body: { code: "objection_shared", fields: { entry: "objection_shared" } },
    });
    expect(await raiseWithDetails(`firm@${entry}`)).toMatchObject({ status: 200, body: { listed: true } });
    expect(await listActiveEntries()).toEqual([`firm@${entry}`]);
  });

  it("may only send known fields of limited length", async () => {
    for (const body of [
      {},
      { entry: 5 },
      { entry: " " },
      { entry: "firm.example", more: 1 },
      { entry: "firm.example", reason: "x".repeat(LIMITS.objectionReason + 1) },
      { entry: "firm.example", reason: " " },
    ]) {
      expect(await new Client().post("/api/objections", body), JSON.stringify(body).slice(0, 60)).toMatchObject({
        status: 400,
      });
    }
    expect(await countByStatus()).toEqual({});
  });

  it.each([
    ["2001:db8:1:2::1", "2001:db8:1:ffff::9", "2001:db8:2::1"],
    ["192.0.2.1", "192.0.2.254", "192.0.3.1"],
  ])(
    "gets ten per hour from the network of %s, the rest pending; %s is the same network, %s another",
    async (one, same, other) => {
      for (let n = 0; n < LIMITS.objectionsPerNetwork; n += 1)
        expect(await raiseWithDetails(`rh@firm-${n}.example`, {}, one)).toMatchObject({ body: { listed: true } });
      expect(await raiseWithDetails("rh@more.example", {}, same)).toMatchObject({
        status: 200,
        body: { listed: false, waits_for: "hour", proof: null },
      });
      expect(await raiseWithDetails("rh@firm-0.example", {}, one)).toMatchObject({
        status: 200,
        body: { listed: true },
      });
      expect(await raiseWithDetails("rh@other.example", {}, other)).toMatchObject({ body: { listed: true } });
      expect(await raiseWithDetails("rh@more.example", {}, other)).toMatchObject({ body: { listed: true } });
    },
  );

  it("gets a pending one accepted on a retry after the hour", async () => {
    for (let n = 0; n <= LIMITS.objectionsPerNetwork; n += 1) await raiseWithDetails(`rh@firm-${n}.example`);
    expect(await countByStatus()).toEqual({ listed: 10, pending: 1 });
    await sharedDatabase.update(objections).set({ createdAt: new Date(Date.now() - 3_700_000).toISOString() });
    expect(await raiseWithDetails("rh@firm-10.example")).toMatchObject({ body: { listed: true, waits_for: null } });
  });

  it(
    "is not blocked by a flood: ten of 300 entries from one network hold, and one from elsewhere too",
    { timeout: 120_000 },
    async () => {
      const answers = await Promise.all(
        Array.from({ length: 300 }, (_, n) =>
          raiseWithDetails(
            n % 2 === 0 ? `rh@big-${n}.example` : `big-${n}.example`,
            {},
            `2001:db8:77:${(n % 50).toString(16)}::${n}`,
          ),
        ),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      expect(await countByStatus()).toEqual({ listed: 10, pending: 290 });
      expect(
        new Set(
          (await sharedDatabase.select({ network: objections.network }).from(objections)).map(({ network }) => network),
        ).size,
      ).toBe(1);
      expect(await raiseWithDetails("rh@honest.example", {}, "2001:db8:78::1")).toMatchObject({
        body: { listed: true },
      });
      // Even after an earlier flood.
      const [taken] = await sharedDatabase
        .select()
        .from(objections)
        .where(and(eq(objections.status, "pending"), like(objections.entry, "%@%")))
        .limit(1);
      expect(await raiseWithDetails(taken?.entry, {}, "198.51.100.9")).toMatchObject({ body: { listed: true } });
      expect(await countByStatus()).toEqual({ listed: 12, pending: 289 });
    },
  );

  it("gets unproven ones pending, never rejected, after a day with very many", async () => {
    const rows = JSON.stringify(Array.from({ length: LIMITS.objectionsPerDay }, (_, n) => `rh@x${n}.example`));
    await env.SHARED_DB.prepare(
      "INSERT INTO objections (entry, status, reason, network, created_at) SELECT value, 'listed', '', '', ?1 " +
        "FROM json_each(?2)",
    )
      .bind(new Date().toISOString(), rows)
      .run();
    expect(await raiseWithDetails("rh@another.example", {}, "198.51.100.7")).toMatchObject({
      status: 200,
      body: { listed: false, waits_for: "hour" },
    });
    expect(await raiseWithDetails("rh@x0.example", {}, "198.51.100.7")).toMatchObject({
      status: 200,
      body: { listed: true },
    });
  });

  it("leaves no trace of its network after thirty days, and until then only an unguessable one", async () => {
    await raiseWithDetails("rh@firm.example", {}, "192.0.2.77");
    const [row] = await sharedDatabase.select().from(objections);
    expect(row?.network).toMatch(/^[0-9a-f]{64}$/u);
    for (const guess of ["192.0.2", "192.0.2.77", "192.0.2.0"])
      expect(row?.network).not.toBe(await sha256(`objection ${guess}`));
    const backdateObjection = (days: number) =>
      sharedDatabase.update(objections).set({ createdAt: new Date(Date.now() - days * 86_400_000).toISOString() });
    await backdateObjection(29);
    await purgeObjectionNetworks(composeDeps(env));
    expect((await sharedDatabase.select().from(objections))[0]?.network).toBe(row?.network);
    await backdateObjection(31);
    await purgeObjectionNetworks(composeDeps(env));
    expect((await sharedDatabase.select().from(objections))[0]?.network).toBe("");
  });

  it("gets a lifted one back only through the operator, and learns so at every try", async () => {
    await raiseWithDetails("rh@firm.example");
    await liftObjections();
    for (const from of ["192.0.2.1", "198.51.100.7"]) {
      expect(await raiseWithDetails("rh@firm.example", { reason: "Nous insistons." }, from)).toMatchObject({
        status: 200,
        body: { listed: false, waits_for: "operator", proof: null },
      });
      expect(await sharedDatabase.select().from(objections)).toMatchObject([
        { entry: "rh@firm.example", status: "waiting", reason: "Nous insistons." },
      ]);
    }
  });

  it("gets a lifted one pending with a reason even when network and day are full", async () => {
    const rows = JSON.stringify(Array.from({ length: LIMITS.objectionsPerDay }, (_, n) => `rh@x${n}.example`));
    await raiseWithDetails("rh@firm.example");
    await liftObjections();
    await env.SHARED_DB.prepare(
      "INSERT INTO objections (entry, status, reason, network, created_at) SELECT value, 'listed', '', '', ?1 " +
        "FROM json_each(?2)",
    )
      .bind(new Date().toISOString(), rows)
      .run();
    expect(await raiseWithDetails("rh@firm.example", { reason: "Encore." })).toMatchObject({
      status: 200,
      body: { listed: false, waits_for: "operator" },
    });
    expect(await sharedDatabase.select().from(objections).where(eq(objections.entry, "rh@firm.example"))).toMatchObject(
      [{ status: "waiting", reason: "Encore." }],
    );
  });

  it("keeps an entry confirmed from a second network when the first network's entries are lifted", async () => {
    await raiseWithDetails("firm.example", { reason: "first" }, "192.0.2.1");
    await raiseWithDetails("firm.example", {}, "192.0.2.2");
    expect(await sharedDatabase.select().from(objections)).toMatchObject([{ seconded: false, reason: "first" }]);
    await raiseWithDetails("firm.example", {}, "198.51.100.1");
    expect(await sharedDatabase.select().from(objections)).toMatchObject([
      { seconded: true, reason: "first", status: "pending" },
    ]);
    await raiseWithDetails("rh@firm.example", {}, "192.0.2.1");
    await raiseWithDetails("rh@firm.example", { reason: "not mine to change" }, "198.51.100.1");
    expect(await sharedDatabase.select().from(objections).where(eq(objections.entry, "rh@firm.example"))).toMatchObject(
      [{ seconded: true, reason: "", status: "listed" }],
    );
  });
});

it("is counted, and networks are deleted, without reading pending rows", async () => {
  const explainQuery = async (query: string) =>
    (
      await env.SHARED_DB.prepare(`EXPLAIN QUERY PLAN ${query}`)
        .bind(...(query.match(/\?/gu) ?? []).map(() => ""))
        .all<{ detail: string }>()
    ).results
      .map(({ detail }) => detail)
      .join("; ");
  const seen: string[] = [];
  const watched = createSharedDatabase(
    new Proxy(env.SHARED_DB, {
      get: (db, name) =>
        name === "prepare"
          ? (query: string) => (seen.push(query), db.prepare(query))
          : (...args: unknown[]) => Reflect.apply(Reflect.get(db, name) as (...all: unknown[]) => unknown, db, args),
    }),
  );
  const caps = { hourAgo: "2026", dayAgo: "2026", maxPerNetwork: 1, maxInAll: 1 };
  await addObjection(
    watched,
    { entry: "rh@firm.example", isDomain: false, reason: "", network: "a", createdAt: "2026", token: "b" },
    caps,
    new Date(),
  );
  await clearObjectionNetworks(watched, "2026");
  const [write = "", , , forget = ""] = seen;
  expect(await explainQuery(write)).toMatch(
    /objections_held_by_network \(network=\? AND created_at>\?\).*objections_held \(created_at>\?\)/u,
  );
  expect(await explainQuery(write)).not.toMatch(/SCAN objections/u);
  expect(await explainQuery(forget)).toMatch(/objections_with_network \(created_at<\?\)/u);
});

describe("a company that has objected", () => {
  const cases: [string, string, boolean][] = [
    ["rh@firm.example", "RH@Firm.example", true],
    ["rh@firm.example", "jobs@firm.example", false],
    ["firm.example", "jobs@firm.example", true],
    ["firm.example", "Jobs@Paris.FIRM.example", true],
    ["firm.example", "jobs@notfirm.example", false],
    ["paris.firm.example", "jobs@firm.example", false],
    ["bäcker.example", "jobs@xn--bcker-gra.example", true],
  ];
  it.each(cases)("%s: a mail to %s is blocked for every user: %s", async (entry, email, refused) => {
    const { userId, client } = await seedUser();
    await linkGmail(client);
    const id = await seedCompany(userId, { email });
    const free = await seedCompany(userId);
    await raiseWithDetails(entry);
    await sharedDatabase.update(objections).set({ status: "listed" });
    expect((await fetchPreview(client, id)).do_not_contact).toBe(refused);
    const sent = (await client.post("/api/dashboard/companies/bulk-send", { company_ids: [id, free] })).as(
      bulkSend.answer,
    );
    expect(sent).toEqual(
      refused ? { sent_ids: [free], failed: [{ id, reason: "do_not_contact" }] } : { sent_ids: [id, free], failed: [] },
    );
    expect(
      await client.post(`/api/dashboard/companies/${id}/send-email`, {
        confirm: ["already_contacted", "outcome_unknown", "needs_review", "objection_pending"],
      }),
    ).toMatchObject({ status: refused ? 422 : 409 });
    expect(await listOutbox()).toHaveLength(refused ? 1 : 2);
    await liftObjections();
    if (refused) expect(await client.post(`/api/dashboard/companies/${id}/send-email`)).toMatchObject({ status: 200 });
  });

  it("is not found by a search, by site or directory address; a pending one is", async () => {
    await raiseWithDetails("rh@firm.example");
    await raiseWithDetails("agency.example");
    await sharedDatabase.update(objections).set({ status: "listed" });
    await raiseWithDetails("pending.example");
    const contact = (value: string, kind: "email" | "phone" = "email") => ({
      kind,
      value,
      page: "https://firm.example/",
      how: "text" as const,
      seen_at: new Date().toISOString(),
    });
    const report = {
      number: 1,
      read: true,
      movedTo: null,
      contacts: [
        contact("rh@firm.example"),
        contact("info@firm.example"),
        contact("jobs@paris.agency.example"),
        contact("rh@pending.example"),
        contact("+33199001234", "phone"),
      ],
      email: "rh@firm.example;info@firm.example;jobs@paris.agency.example;rh@pending.example",
      phone: "+33199001234",
      facts: [],
      applyElsewhere: null,
    };
    const [heeded] = await dropObjected(sharedDatabase, [report]);
    expect(heeded).toMatchObject({
      email: "info@firm.example;rh@pending.example",
      phone: "+33199001234",
      contacts: [{ value: "info@firm.example" }, { value: "rh@pending.example" }, { value: "+33199001234" }],
    });

    const centre = { lat: 45.75, lon: 4.83 };
    await publishRelease({
      companies: [
        { name: "Firm", emails: ["RH@firm.example"], ...centre },
        { name: "Other", emails: ["info@other.example"], ...centre },
        { name: "Pending", emails: ["rh@pending.example"], ...centre },
      ],
    });
    const asked = lookUpCity(
      composeUserDeps(),
      {
        userId: "nobody",
        searchId: "none",
        places: [],
        seenCompanies: 0,
        release: undefined,
        pinRelease: () => undefined,
      },
      { city: "Lyon (France)", tries: 0, progress: undefined },
      toWantedKinds(["shop_bakery"]),
    );
    expect(await asked).toMatchObject({
      outcome: "found",
      entries: [
        { name: "Firm", emails: [] },
        { name: "Other", emails: ["info@other.example"] },
        { name: "Pending", emails: ["rh@pending.example"] },
      ],
    });
  });

  it("cannot be checked while D1 is down: the search continues", async () => {
    expectConsoleError(/"event":"objections_not_asked"/u);
    const broken = Object.create(sharedDatabase, {
      all: { value: () => Promise.reject(new Error("D1 is down")) },
    }) as typeof sharedDatabase;
    const report = {
      number: 1,
      read: true,
      movedTo: null,
      contacts: [
        {
          kind: "email" as const,
          value: "rh@firm.example",
          page: "https://firm.example/",
          how: "text" as const,
          seen_at: "",
        },
      ],
      email: "rh@firm.example",
      phone: "",
      facts: [],
      applyElsewhere: null,
    };
    expect(await dropObjected(broken, [report])).toEqual([report]);
  });
});

describe("an objection that is pending", () => {
  const send = (client: Client, id: string, confirm: string[] = []) =>
    client.post(`/api/dashboard/companies/${id}/send-email`, { confirm });

  it.each(["pending", "waiting"] as const)(
    "and %s is shown in the preview, skipped in a batch, and confirmed in a single send",
    async (status) => {
      const { userId, client } = await seedUser();
      await linkGmail(client);
      const [id, free] = [await seedCompany(userId, { email: "rh@paris.firm.example" }), await seedCompany(userId)];
      await raiseWithDetails("firm.example");
      await sharedDatabase.update(objections).set({ status });
      expect(await fetchPreview(client, id)).toMatchObject({
        objection_pending: true,
        do_not_contact: false,
      });
      expect(await fetchPreview(client, free)).toMatchObject({
        objection_pending: false,
      });
      const sent = (await client.post("/api/dashboard/companies/bulk-send", { company_ids: [id, free] })).as(
        bulkSend.answer,
      );
      expect(sent).toEqual({ sent_ids: [free], failed: [{ id, reason: "objection_pending" }] });
      expect(await send(client, id)).toMatchObject({ status: 409, body: { code: "objection_pending" } });
      expect(await send(client, id, ["already_contacted", "needs_review", "outcome_unknown"])).toMatchObject({
        status: 409,
        body: { code: "objection_pending" },
      });
      expect(await listOutbox()).toHaveLength(1);
      expect(await send(client, id, ["objection_pending"])).toMatchObject({
        status: 200,
        body: { company: { email_sent: true } },
      });
      expect(await listOutbox()).toHaveLength(2);
    },
  );

  it("needs no confirmation once lifted, and cannot be confirmed once it holds", async () => {
    const { userId, client } = await seedUser();
    await linkGmail(client);
    const [id, other] = [
      await seedCompany(userId, { email: "rh@firm.example" }),
      await seedCompany(userId, { email: "info@firm.example" }),
    ];
    await raiseWithDetails("firm.example");
    await liftObjections();
    expect(await send(client, id)).toMatchObject({ status: 200 });
    await sharedDatabase.update(objections).set({ status: "listed" });
    expect(await send(client, other, ["objection_pending"])).toMatchObject({
      status: 422,
      body: { code: "do_not_contact" },
    });
  });

  it("that arrives between the check and the claim of a mail is found by the question before the claim", async () => {
    const { userId } = await seedUser();
    const company = { userId, id: await seedCompany(userId), size: null };
    const ask = (...confirm: ["objection_pending"] | []) =>
      takeCourtesySlot(company, { id: crypto.randomUUID(), recipient: "rh@firm.example", confirm }, composeDeps(env));
    await raiseWithDetails("firm.example");
    expect(await ask()).toEqual({ reason: "objection_pending" });
    expect(await ask("objection_pending")).toBeNull();
    await sharedDatabase.update(objections).set({ status: "listed" });
    expect(await ask("objection_pending")).toEqual({ reason: "do_not_contact" });
    expect(await sharedDatabase.$count(courtesySlots)).toBe(1);
  });
});
