import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { manageRestore } from "../../tools/manage-restore.ts";
import { type openDatabase, openStorages } from "../../tools/open-platform.ts";
import { createTables } from "../harness/migrations.ts";
import { runHere, runScript } from "../harness/run-script.ts";

// `npm run restore` on local databases; what it writes is proven in test/worker/mail/restored-database.test.ts.

const folder = mkdtempSync(join(tmpdir(), "restore-"));
const [state, copy, file] = [join(folder, "state"), join(folder, "copy"), join(folder, "saved.json")];
type Opened = Awaited<ReturnType<typeof openDatabase>>;
const opened = new Map<string, Opened>();

/** The databases stay open: to open one takes seconds. */
const openOpened: typeof openDatabase = async (_name, { persistTo }) => {
  const { db } = opened.get(persistTo) ?? {};
  if (!db) throw new Error(`${persistTo} is not open`);
  return { db, close: () => Promise.resolve() };
};
const runRestore = (...args: string[]) =>
  runHere((given, output) => manageRestore([...given, "--persist-to", state], openOpened, output), args);
const execute = async (place: string, sql: string) => (await opened.get(place)?.db.prepare(sql).all())?.results;

const INSERT_USER = `INSERT INTO users (id, email, name, language, created_at)
  VALUES ('u1', 'ana@mail.example', 'Ana', 'fr', '2026-11-01T00:00:00.000Z')`;
const INSERT_COMPANY = `INSERT INTO companies (user_id, id, identity, name, website, business_type, city, country,
  email, phone, contacts, language, created_at, source) VALUES ('u1', 'c1', 'lune.example', 'Lune', '', 'bakery',
  'Lyon', 'FR', 'jobs@lune.example', '', '[]', 'fr', '2026-11-01T00:00:00.000Z', 'test')`;
const INSERT_MAIL = `INSERT INTO mails (user_id, id, company_id, recipient, subject, body, status, released, created_at,
  updated_at, test) VALUES ('u1', 'm1', 'c1', 'jobs@lune.example', 'S', 'B', 'sent', 0, '2026-11-28T08:00:00.000Z',
  '2026-11-28T08:00:01.000Z', 0)`;

beforeAll(async () => {
  process.env.NO_COLOR = "1";
  for (const place of [state, copy]) {
    const { storages, close } = await openStorages(["DB"], { remote: false, persistTo: place });
    await createTables(storages.DB);
    opened.set(place, { db: storages.DB, close });
  }
});
afterAll(async () => {
  for (const { close } of opened.values()) await close();
  rmSync(folder, { recursive: true });
});

it("saves before a restore what it puts back after it, and gives a user back what a copy has", async () => {
  await execute(state, INSERT_USER);
  await execute(state, INSERT_COMPANY);
  await execute(state, INSERT_MAIL);
  await execute(state, "INSERT INTO user_directory VALUES ('u1', 'ana@mail.example', NULL, 0, 'open', '')");
  expect(await runRestore("save", file, "--since", "2026-11-28T07:30:00Z")).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^saved: 1 mails, .*1 accounts\n$/u) as string,
  });
  // It holds letters and addresses.
  expect(statSync(file).mode & 0o077).toBe(0);
  expect(await runRestore("save", file, "--since", "2026-11-28T07:30:00Z")).toMatchObject({ code: 2 });

  await execute(state, "DELETE FROM mails");
  expect(await runRestore("mend", file)).toEqual({
    code: 0,
    out: [
      "put back: 1 mails, 1 user_directory",
      "closed again: 0 accounts that were deleted since; ended again: 0 sessions",
      "",
    ].join("\n"),
    err: "",
  });
  expect(await execute(state, "SELECT send_status FROM companies")).toEqual([{ send_status: "sent" }]);

  await execute(copy, INSERT_USER);
  await execute(copy, INSERT_COMPANY);
  await execute(state, "DELETE FROM companies");
  expect(await runRestore("user", "u1", "--from", copy)).toMatchObject({ code: 0, out: "given back: 1 companies\n" });
  expect(await execute(state, "SELECT id, send_status FROM companies")).toEqual([{ id: "c1", send_status: "sent" }]);
  expect(await runRestore("user", "u2", "--from", copy)).toMatchObject({
    code: 1,
    err: "u2 has no account: what was deleted with an account stays deleted\n",
  });

  await execute(state, "DELETE FROM users");
  expect(await runRestore("mend", file)).toMatchObject({
    code: 1,
    err: "opened since 2026-11-28T07:30:00.000Z, and gone: account u1\n",
  });
  // Its e-mail is free again.
  expect(await execute(state, "SELECT email, state FROM user_directory")).toEqual([
    { email: "ana@mail.example", state: "opening" },
  ]);
});

it("refuses what it does not understand", async () => {
  const missing = join(folder, "missing.json");
  for (const args of [
    [],
    ["save", missing],
    ["save", missing, "--since", "yesterday"],
    ["mend", missing],
    ["mend", file, "--since", "2026-11-28T07:30:00Z"],
    ["user", "u1"],
    ["forget", "u1"],
    ["mend", file, "--unknown"],
    ["mend", file, "--database", "DB"],
    ["save", missing, "--since", "2026-11-28T07:30:00Z", "--database", "SHARED"],
    ["save", missing, "--since", "2026-11-28T07:30:00Z", "--database", "DB_0"],
  ])
    expect(await runRestore(...args), args.join(" ")).toMatchObject({ code: 2, out: "" });
  expect(existsSync(missing)).toBe(false);
  const saved = JSON.parse(readFileSync(file, "utf8")) as object;
  writeFileSync(missing, JSON.stringify({ ...saved, since: "soon" }));
  expect(await runRestore("mend", missing)).toMatchObject({ code: 2 });
  // The command itself.
  expect(await runScript("tools/restore.ts", [])).toMatchObject({
    code: 2,
    err: expect.stringContaining("npm run restore -- save") as string,
  });
});
