import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { createApi } from "../../../worker/app";
import { sessions, users } from "../../../worker/db/schema/account";
import { logError } from "../../../worker/lib/log";
import { overrideMembers } from "../../bench/worker/wrap-bindings";
import { Client } from "../support/client";
import { expectConsoleError, listUnexpectedErrors } from "../support/console-errors";
import { database, seedCompany, seedUser } from "../support/seed";
import { wrapUserDatabases } from "../support/user-shards";

// Input that no user types but an attacker sends.

const ODD_IDS = [
  "\u0000",
  "a\u0000b",
  "\ud800",
  "__proto__",
  "constructor",
  "%",
  "'; DROP TABLE mails; --",
  "😀".repeat(32),
];

describe("invalid ids", () => {
  it.each(ODD_IDS)("in a list: %j", async (odd) => {
    const { userId, client } = await seedUser();
    const id = await seedCompany(userId, { message: "" });
    const list = JSON.stringify({ company_ids: [odd, id] });
    for (const path of [
      "dashboard/companies/bulk-generate-message",
      "dashboard/companies/bulk-archive",
      "archive/companies/bulk-unarchive",
      "archive/companies/bulk-delete",
    ]) {
      expect(await client.post(`/api/${path}`, list), path).toMatchObject({ status: 200 });
    }
    expect(
      await client.post(
        "/api/dashboard/companies/bulk-send",
        `{"company_ids":${JSON.stringify([odd])},"message_versions":{${JSON.stringify(odd)}:1}}`,
      ),
    ).toMatchObject({ status: 422 });
  });

  it("in a path", async () => {
    const { client } = await seedUser();
    for (const odd of [
      "%00",
      "%",
      "%E0%A4%A",
      "%ED%A0%80",
      "__proto__",
      "constructor",
      "x".repeat(5_000),
      "%2e%2e",
      "%2F",
    ]) {
      for (const [method, path] of [
        ["GET", ""],
        ["POST", "/send-email"],
        ["DELETE", "/generate-message"],
        ["POST", "/archive"],
        ["POST", "/generate-message"],
      ] as const) {
        expect(
          (await client.send(method, `/api/dashboard/companies/${odd}${path}`)).status,
          `${method} ${odd}${path}`,
        ).toBe(404);
      }
    }
  });
});

const encodeCursor = (...parts: unknown[]) =>
  new TextEncoder().encode(JSON.stringify(parts)).toBase64({ alphabet: "base64url", omitPadding: true });
const LISTS = [
  ["dashboard/companies", "created_at desc  "],
  ["archive/companies", "archive"],
  ["settings/emails", "mails"],
] as const;

it.each(ODD_IDS)("a cursor that holds %j is a position or rejected, and no server error", async (odd) => {
  const { client } = await seedUser();
  const isText = odd.isWellFormed() && !odd.includes("\u0000");
  for (const [path, list] of LISTS) {
    for (const [value, id] of [
      [odd, odd],
      ["", odd],
      [odd, ""],
    ] as const) {
      const cursor = encodeCursor(list, value, id);
      const fits = isText && id !== "" && id.length <= 64 && !(cursor.length > 200 && path === "settings/emails");
      expect(await client.get(`/api/${path}?cursor=${cursor}`), path).toMatchObject({ status: fits ? 200 : 400 });
    }
  }
});

it.each([
  ["more companies than can be", { ready: 1e308, to_write: 0, no_email: 0, unsure: 0, sent: 0 }],
  ["fewer than none", { ready: 1, to_write: -1, no_email: 0, unsure: 0, sent: 0 }],
  ["half a company", { ready: 0.5, to_write: 0, no_email: 0, unsure: 0, sent: 0 }],
  ["a state there is not", { ready: 1, to_write: 0, no_email: 0, unsure: 0, sent: 0, mine: 7 }],
  ["a count left out", { ready: 1 }],
])("a forged cursor that counts %s is rejected", async (_what, states) => {
  const { client } = await seedUser();
  expect(
    await client.get(
      `/api/dashboard/companies?cursor=${encodeCursor("created_at desc  ", "2026-11-01T10:00:00.000Z", "x", states)}`,
    ),
  ).toMatchObject({ status: 400, body: { code: "invalid", fields: { cursor: "invalid" } } });
});

it.each([
  ["a place too long", ["x".repeat(2_049), "x"]],
  ["an id too long", ["", "x".repeat(65)]],
  ["more than a place", ["", "x", { ready: 0, to_write: 0, no_email: 0, unsure: 0, sent: 0 }, 1]],
])("a cursor that holds %s is rejected", async (_what, rest) => {
  const { client } = await seedUser();
  expect(await client.get(`/api/archive/companies?cursor=${encodeCursor("archive", ...rest)}`)).toMatchObject({
    status: 400,
    body: { code: "invalid" },
  });
});

it.each(["0x10", "%205", "5%20", "1e2", "+5", "5.0", "٥", "", "-1", "0", "501"])(
  "a limit of %j is rejected by every list",
  async (limit) => {
    const { client } = await seedUser();
    for (const path of [...LISTS.map(([path]) => path), "search/any/companies"]) {
      const answer = await client.get(`/api/${path}?limit=${limit}`);
      expect(answer, path).toMatchObject({ status: 400 });
      expect(answer.body, path).toHaveProperty("fields.limit");
    }
  },
);

it.each(["0x10", "%205", "-1", "1e1", "x", "1".repeat(20)])(
  "a position of %j among the results of a search is rejected",
  async (cursor) => {
    const { client } = await seedUser();
    expect(await client.get(`/api/search/any/companies?cursor=${cursor}`)).toMatchObject({
      status: 400,
      body: { code: "invalid", fields: { cursor: "invalid" } },
    });
  },
);

describe("odd cookies", () => {
  it.each(["%00.x", "a%00b.x", "%ED%A0%80.x", "%.%", '"x.y"', "__proto__.x", "😀.x", "%F0%9F%98%80.x"])(
    "%s is no session",
    async (cookie) => {
      const odd = new Client();
      for (const path of [
        "/api/auth/me",
        "/api/settings",
        "/api/dashboard/companies",
        "/api/settings/emails",
        "/api/dashboard/companies?cursor=broken",
      ]) {
        const answer = await odd.send("GET", path, undefined, {
          Cookie: `__Host-session=${encodeURI(cookie).replaceAll("%25", "%")}`,
        });
        expect([400, 401], path).toContain(answer.status);
        expect(
          Object.keys(answer.body as object)
            .toSorted()
            .filter((key) => !["code", "error", "fields"].includes(key)),
        ).toEqual([]);
      }
    },
  );
});

it("the page at the end of a Gmail link is neither cached nor sent as a referrer", async () => {
  const answer = await new Client().get("/api/settings/gmail/callback?state=x&code=secret");
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(answer.headers.get("referrer-policy")).toBe("no-referrer");
  expect(answer.headers.get("x-request-id")).toEqual(expect.any(String));
});

it("a failing statement is logged without its parameters", async () => {
  const { userId } = await seedUser({ email: "taken@mail.example" });
  const failure: unknown = await database
    .insert(users)
    .values({ id: userId, name: "Secret Name", email: "taken@mail.example", language: "fr", createdAt: "x" })
    .catch((error: unknown) => error);
  expectConsoleError(/"event":"it_failed"/u);
  const lines: string[] = [];
  const write = console.error;
  console.error = (line: string) => {
    lines.push(line);
  };
  logError("it_failed", failure);
  // An error that leaves a Durable Object loses its class and its cause.
  logError("it_failed", new Error((failure as Error).message));
  console.error = write;
  expect(lines[0]).toMatch(/insert into.*UNIQUE constraint failed/iu);
  expect(lines).toHaveLength(2);
  for (const line of lines) expect(line).not.toMatch(/Secret Name|taken@/u);
  expect(listUnexpectedErrors()).toEqual([]);
});

it("deferred work that fails is logged, and the answer stands", async () => {
  const { client } = await seedUser();
  await database.update(sessions).set({ lastSeenAt: new Date(Date.now() - 2 * 3_600_000).toISOString() });
  const fail = () => Promise.reject(new Error("D1 is down"));
  const down = { bind: () => ({ run: fail, all: fail }) };
  const failing = wrapUserDatabases((d1) =>
    overrideMembers(d1, {
      prepare: (query: string) => (query.startsWith('update "sessions"') ? down : d1.prepare(query)),
    }),
  );
  expectConsoleError(/"event":"later_failed".*D1 is down/u);
  const context = createExecutionContext();
  const request = new Request("http://localhost/api/settings", {
    headers: { cookie: `__Host-session=${client.cookies.get("__Host-session")}` },
  });
  const answer = await createApi().fetch(request, { ...env, ...failing }, context);
  expect(answer.status).toBe(200);
  await waitOnExecutionContext(context);
});
