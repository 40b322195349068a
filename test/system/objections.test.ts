import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { manageObjections } from "../../tools/manage-objections.ts";
import { openStorages } from "../../tools/open-platform.ts";
import { createTables } from "../harness/migrations.ts";
import { runHere, runScript } from "../harness/run-script.ts";

const folder = mkdtempSync(join(tmpdir(), "objections-"));
const state = join(folder, "state");

const runScriptOnState = (...args: string[]) => runScript("tools/objections.ts", [...args, "--persist-to", state]);
const openState = () => openStorages(["SHARED_DB"], { remote: false, persistTo: state });
type Opened = Awaited<ReturnType<typeof openState>>;
const neverClose = () => Promise.resolve();

beforeAll(() => (process.env.NO_COLOR = "1"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function manageAll({ storages: { SHARED_DB: db } }: Opened): Promise<void> {
  await createTables(db);
  const runObjections = (...args: string[]) =>
    runHere((given, output) => manageObjections(given, async () => ({ db, close: neverClose }), output), args);
  const [flood, office] = ["f".repeat(64), "0ff1ce".padEnd(64, "0")];
  const rows = [
    ...Array.from({ length: 30 }, (_, n) => [
      `big-${n}.example`,
      n < 10 ? "listed" : "pending",
      "",
      flood,
      "2026-11-22T10:00:00.000Z",
      "",
      0,
    ]),
    ["real.example", "pending", "we mean it", flood, "2026-11-22T10:01:00.000Z", "", 1],
    ["proven.example", "listed", "", flood, "2026-11-22T10:02:00.000Z", "dns", 0],
    ["firm.example", "listed", "no, thanks", "", "2026-11-21T10:00:00.000Z", "", 0],
    ["rh@agency.example", "waiting", "", office, "2026-11-20T10:00:00.000Z", "", 0],
  ];
  const values = rows
    .map((row) => `(${row.map((value) => (typeof value === "number" ? value : `'${value}'`)).join(", ")})`)
    .join(", ");
  const sql =
    "INSERT INTO objections (entry, status, reason, network, created_at, token, proof, seconded) " +
    `SELECT column1, column2, column3, column4, column5, '', column6, column7 FROM (VALUES ${values})`;
  await db.exec(sql);

  const { code, out, err } = await runObjections("list");
  expect([code, err]).toEqual([0, ""]);
  expect(out.split("\n")).toEqual([
    "network ffffffffffff: 32 entries, 11 hold, 21 wait, 2026-11-22 10:00 to 2026-11-22 10:02 UTC",
    '  2026-11-22  pending  real.example  "we mean it"  (asked for from elsewhere too)',
    ...[10, 11, 12, 13].map((n) => `  2026-11-22  pending  big-${n}.example  ""`),
    "  … 27 more: list --network ffffffffffff",
    "network 0ff1ce000000: 1 entries, 0 hold, 1 wait, 2026-11-20 10:00 to 2026-11-20 10:00 UTC",
    '  2026-11-20  waiting  rh@agency.example  ""',
    "network unknown: 1 entries, 1 hold, 0 wait, 2026-11-21 10:00 to 2026-11-21 10:00 UTC",
    '  2026-11-21  listed   firm.example  "no, thanks"',
    "34 objections, 22 waiting for you",
    "",
  ]);
  const networkList = (await runObjections("list", "--network", "ffffffffffff")).out;
  expect(networkList.split("\n")).toHaveLength(32 + 3);
  expect(networkList).toContain('listed   proven.example  ""  (proven by dns)');

  expect(await runObjections("lift", "--network", "ffffffffffff")).toMatchObject({
    code: 0,
    err: "",
    out:
      "30 lifted, 2 left\n" +
      '  2026-11-22  listed   proven.example  ""  (proven by dns)\n' +
      '  2026-11-22  pending  real.example  "we mean it"  (asked for from elsewhere too)\n',
  });
  expect(await runObjections("lift", "--network", "abcabcabcabc")).toMatchObject({
    code: 1,
    out: "0 lifted, 0 left\n",
    err: "nobody has objected\n",
  });
  expect(await runObjections("lift", "Firm.example", "nobody.example")).toMatchObject({
    code: 1,
    out: "firm.example: lifted\n",
    err: "nobody.example: nobody has objected\n",
  });
  expect(await runObjections("confirm", "rh@agency.example")).toMatchObject({
    code: 0,
    out: "rh@agency.example: listed\n",
  });
  expect((await runObjections("list")).out).toContain(
    "network unknown: 2 entries, 1 hold, 0 wait, 2026-11-20 10:00 to 2026-11-21 10:00 UTC\n" +
      '  2026-11-21  lifted   firm.example  "no, thanks"\n' +
      "  2026-11-20  listed   rh@agency.example",
  );
  expect(await runObjections("lift", "--since", "2026-11-22T10:01")).toMatchObject({
    code: 0,
    out: '1 lifted, 1 left\n  2026-11-22  listed   proven.example  ""  (proven by dns)\n',
  });
}

it("the operator sees who has objected by network, lifts a flood together, and confirms what is meant", async () => {
  const opened = await openState();
  try {
    await manageAll(opened);
  } finally {
    await opened.close();
  }
  // The command itself, on the same storage.
  expect(await runScriptOnState("lift", "proven.example", "nobody.example")).toEqual({
    code: 1,
    out: "proven.example: lifted\n",
    err: "nobody.example: nobody has objected\n",
  });
});

const neverOpen = () => Promise.reject(new Error("what is not understood opens no storage"));

it.each([
  ["drop"],
  ["lift"],
  ["lift", "firm.example", "--since", "2026-11-22"],
  ["lift", "--since", "yesterday"],
  ["lift", "--since", "2026-13-45"],
  ["lift", "--since", ""],
  ["lift", "--network", "192.0.2"],
  ["confirm", "--since", "2026-11-22"],
  ["list", "firm.example"],
])("objections %s %s is not run: it is said how it is meant", async (...args) => {
  expect(await runHere((given, output) => manageObjections(given, neverOpen, output), args)).toMatchObject({
    code: 2,
    out: "",
    err: expect.stringContaining("npm run objections -- list") as string,
  });
});
