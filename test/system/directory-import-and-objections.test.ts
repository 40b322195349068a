import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "directory-"));
const state = join(folder, "state");
const writeLines = (name: string, lines: unknown[]) => {
  const path = join(folder, name);
  writeFileSync(path, lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n"));
  return path;
};

interface FinishedRun {
  code: number | null;
  out: string;
  err: string;
}

function runScript(script: string, ...args: string[]): Promise<FinishedRun> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(root, script), ...args], {
      cwd: root,
      env: { ...process.env, CI: "1", WRANGLER_SEND_METRICS: "false", CLOUDFLARE_CF_FETCH_ENABLED: "false" },
    });
    const finished: FinishedRun = { code: null, out: "", err: "" };
    child.stdout.on("data", (data: Buffer) => (finished.out += data.toString()));
    child.stderr.on("data", (data: Buffer) => (finished.err += data.toString()));
    child.once("error", reject);
    child.once("close", (code) => resolve({ ...finished, code }));
  });
}
const runWrangler = (...args: string[]) =>
  runScript("node_modules/wrangler/bin/wrangler.js", ...args, "--local", "--persist-to", state);
const importDirectory = (...args: string[]) =>
  runScript("tools/directory-import/import-directory.ts", ...args, "--persist-to", state);

const runObjections = (...args: string[]) => runScript("tools/objections.ts", ...args, "--persist-to", state);

const makeFirm = (i: number) => ({
  name: `Firm ${i}`,
  website: `https://firm-${i}.example`,
  city: "Lyon",
  country: "FR",
  categories: ["shop_bakery", "shop=bakery"],
  source: "Open List (CC0)",
  id: i,
});
const firms = Array.from({ length: 2_500 }, (_, i) => makeFirm(i));

beforeAll(() => {
  process.env.NO_COLOR = "1";
});
afterAll(() => rmSync(folder, { recursive: true }));

const importTitle =
  "a directory is imported, once; what changed is brought up to date, and bad lines are named and passed over";
it(importTitle, async () => {
  const beforeMigration = await importDirectory(writeLines("early.ndjson", firms));
  expect([beforeMigration.code, beforeMigration.out]).toEqual([2, ""]);
  expect(beforeMigration.err).toContain("d1 migrations apply DB --local");
  expect(await runWrangler("d1", "migrations", "apply", "DB")).toMatchObject({ code: 0 });

  const all = writeLines("all.ndjson", ["", ...firms]);
  expect(await importDirectory(all)).toMatchObject({
    code: 0,
    out: "2500 lines: 2500 added, 0 updated, 0 unchanged, 0 left out (no website, email or phone), 0 refused\n",
    err: "",
  });
  expect(await importDirectory(all)).toMatchObject({
    code: 0,
    out: "2500 lines: 0 added, 0 updated, 2500 unchanged, 0 left out (no website, email or phone), 0 refused\n",
  });

  const { source: _, ...nameless } = makeFirm(3_000);
  const changed = writeLines("changed.ndjson", [
    { ...makeFirm(0), city: "Paris" },
    "{",
    makeFirm(1),
    { ...makeFirm(2), categories: ["bakers"] },
    { ...makeFirm(3), website: null },
    nameless,
  ]);
  expect(await importDirectory(changed, "--source", "Mine (CC BY 4.0)")).toMatchObject({
    code: 1,
    out: "6 lines: 1 added, 1 updated, 1 unchanged, 1 left out (no website, email or phone), 2 refused\n",
    err: 'line 2: not JSON\nline 4: categories: "bakers" is neither one of the catalogue nor key=value\n',
  });
  const { out } = await runWrangler(
    "d1",
    "execute",
    "DB",
    "--json",
    "--command",
    "SELECT source, city, count(*) AS rows_of FROM directory GROUP BY source, city ORDER BY source, city",
  );
  expect(JSON.parse(out)).toMatchObject([
    {
      results: [
        { source: "Mine (CC BY 4.0)", city: "Lyon", rows_of: 2 },
        { source: "Open List (CC0)", city: "Lyon", rows_of: 4_998 },
        { source: "Open List (CC0)", city: "Paris", rows_of: 2 },
      ],
    },
  ]);
});

it("a directory says which countries it covers, until it says otherwise", async () => {
  const listCovered = async () =>
    z
      .tuple([z.object({ results: z.array(z.object({ country: z.string() })) })])
      .parse(
        JSON.parse(
          (
            await runWrangler(
              "d1",
              "execute",
              "DB",
              "--json",
              "--command",
              "SELECT country FROM directory_coverage ORDER BY country",
            )
          ).out,
        ),
      )[0]
      .results.map(({ country }) => country);
  const one = writeLines("one.ndjson", [makeFirm(1)]);
  const importWithCovers = async (...covers: string[]) =>
    (await importDirectory(one, "--source", "Open List (CC0)", ...covers)).out.split("\n")[1];
  expect(await importWithCovers("--covers", "fr, DE,fr")).toBe("covers FR, DE: OpenStreetMap is not asked there");
  expect(await listCovered()).toEqual(["DE", "FR"]);
  expect(await importWithCovers()).toBe("");
  expect(await listCovered()).toEqual(["DE", "FR"]);
  expect(await importWithCovers("--covers", "")).toBe("covers no country");
  expect(await listCovered()).toEqual([]);
});

it("what cannot be run is said, and how it is meant", async () => {
  for (const args of [
    [],
    ["a", "b"],
    ["--unknown", "a"],
    ["a", "--source", " "],
    ["a", "--covers", "FR"],
    ["a", "--source", "S", "--covers", "FR,UK"],
  ]) {
    const { code, err } = await importDirectory(...args);
    expect(code, args.join(" ")).toBe(2);
    expect(err).toContain("npm run directory:import -- file.ndjson");
  }
  const { code, err } = await importDirectory(join(folder, "absent.ndjson"));
  expect(code).toBe(2);
  expect(err).toContain("absent.ndjson");
});

it("the operator sees who has objected by network, lifts a flood together, and confirms what is meant", async () => {
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
  expect(await runWrangler("d1", "execute", "DB", "--command", sql)).toMatchObject({ code: 0 });

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
  expect(await runObjections("lift", "proven.example")).toMatchObject({ code: 0, out: "proven.example: lifted\n" });
});

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
  expect(await runObjections(...args)).toMatchObject({
    code: 2,
    out: "",
    err: expect.stringContaining("npm run objections -- list") as string,
  });
});
