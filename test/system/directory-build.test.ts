import { createHash } from "node:crypto";
import { createReadStream, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { buildDirectory } from "../../tools/directory-build/build-command.ts";
import { publishDirectory } from "../../tools/directory-publish/run-publish.ts";
import { openSharedBucket } from "../../tools/open-platform.ts";
import { Box, PlaceShard, Tile, toPlacesPath } from "../../worker/directory/release/release-format.ts";
import { CITY_BOX, generateCity } from "../harness/directory/generate-city.ts";
import { writeOverture } from "../harness/directory/write-overture.ts";
import { type MapElement, writePbf } from "../harness/directory/write-pbf.ts";
import { type FinishedRun, runHere, runScript } from "../harness/run-script.ts";

declare module "vitest" {
  interface TaskMeta {
    figures?: Record<string, number>;
  }
}

/** Moments at which a build is killed: `npm run prove directory` takes ten. */
const { BUILD_KILLS: kills } = z.object({ BUILD_KILLS: z.coerce.number().default(1) }).parse(process.env);

const folder = mkdtempSync(join(tmpdir(), "directory-"));
const toPath = (name: string) => join(folder, name);
const extract = toPath("city.osm.pbf");
const places = toPath("places.parquet");
const list = toPath("list.ndjson");
const CITY_COMPANIES = 4_000;

const Manifest = z.object({
  release: z.string(),
  companies: z.number(),
  tiles: z.number(),
  split_tiles: z.record(z.string(), z.array(Box)),
  places: z.number(),
  place_shards: z.array(z.string()),
  coverage: z.array(z.object({ south: z.number(), west: z.number(), north: z.number(), east: z.number() })),
  sources: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      licence: z.string(),
      date: z.string(),
      read: z.number(),
      kept: z.number(),
      merged: z.number(),
      refused: z.record(z.string(), z.number()),
    }),
  ),
});

const readGzip = (path: string): unknown => JSON.parse(gunzipSync(readFileSync(path)).toString());
const readManifest = (out: string) => Manifest.parse(readGzip(join(out, "manifest.json.gz")));
const readCompanies = (out: string) =>
  readdirSync(join(out, "tiles")).flatMap((name) => Tile.parse(readGzip(join(out, "tiles", name))).companies);
/** Name and hash of every file. */
const hashFiles = (out: string) =>
  readdirSync(out, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .toSorted()
    .map((path) => `${path.slice(out.length)} ${createHash("sha256").update(readFileSync(path)).digest("hex")}`);

const BUILD_SCRIPT = "tools/directory-build/build-directory.ts";
/** The command in this process; where it is killed, and once besides, it runs in one of its own. */
const runBuild = (...args: string[]): Promise<FinishedRun> => runHere(buildDirectory, args);
const writeLines = (path: string, lines: unknown[]) =>
  writeFileSync(path, lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n"));
const makeFirm = (number: number) => ({
  name: `Atelier ${number}`,
  website: `https://atelier-${number}.fr`,
  city: "Paris",
  country: "FR",
  categories: ["craft=carpenter"],
  source: "Open List (CC0)",
  id: number,
});
const allSources = [
  "--osm",
  extract,
  "--overture",
  places,
  "--ndjson",
  list,
  "--date",
  "2026-11-01",
  "--country",
  "FR",
];

beforeAll(async () => {
  writePbf(extract, generateCity(CITY_COMPANIES, 1), { ...CITY_BOX, date: "2026-11-20T00:00:00Z" });
  await writeOverture(places, 5_000, true);
  writeLines(
    list,
    Array.from({ length: 500 }, (_, n) => makeFirm(n)),
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

describe("a build of the directory", () => {
  it("accounts for every entry of the extract of a large city", async () => {
    const out = toPath("city");
    const { code, out: said } = await runBuild("--osm", extract, "--country", "FR", "--out", out);
    const manifest = readManifest(out);
    expect([code, said]).toEqual([
      0,
      `${manifest.release}: ${manifest.companies} companies in ${manifest.tiles} tiles, ${manifest.places} places\n`,
    ]);
    const [osm, ...others] = manifest.sources;
    expect(others).toEqual([]);
    expect(osm).toMatchObject({ id: "osm", licence: "ODbL-1.0", date: "2026-11-20" });
    expect(manifest.release).toMatch(/^2026-11-20-[0-9a-f]{8}$/u);

    // Told from the tags alone: what has a category, a name and a contact.
    const hasCategory = ({ tags = {} }: MapElement) =>
      ["shop", "amenity", "office", "tourism", "craft"].some((key) => tags[key] !== undefined) &&
      tags.amenity !== "bench" &&
      tags.shop !== "vacant";
    const isReachable = ({ tags = {} }: MapElement) =>
      tags.name !== undefined &&
      ["website", "contact:website", "phone", "contact:mobile"].some((key) => tags[key] !== undefined);
    const isClosed = ({ tags }: MapElement) => tags?.opening_hours === "closed";
    const elements = [...generateCity(CITY_COMPANIES, 1)].filter(hasCategory);
    const companies = readCompanies(out);
    expect(osm?.refused.closed).toBe(elements.filter(isClosed).length);
    expect(osm?.refused.no_position).toBeUndefined();
    expect((osm?.kept ?? 0) + (osm?.merged ?? 0)).toBe(
      elements.filter((element) => isReachable(element) && !isClosed(element)).length,
    );
    expect(osm?.read).toBe(
      (osm?.kept ?? 0) + (osm?.merged ?? 0) + Object.values(osm?.refused ?? {}).reduce((sum, count) => sum + count, 0),
    );
    expect(companies).toHaveLength(osm?.kept ?? 0);
    expect(new Set(companies.map(({ id }) => id)).size).toBe(companies.length);
    const areas = companies.filter(({ id }) => /^osm:[wr]/u.test(id));
    expect(areas.length).toBeGreaterThan(100);
    for (const { lat, lon } of areas) {
      expect(lat).toBeGreaterThan(CITY_BOX.south);
      expect(lat).toBeLessThan(CITY_BOX.north);
      expect(lon).toBeGreaterThan(CITY_BOX.west);
      expect(lon).toBeLessThan(CITY_BOX.east);
    }
    expect(companies.some(({ chain }) => chain === "chain-3.fr")).toBe(true);
    for (const box of manifest.coverage) {
      expect(box.south).toBeGreaterThanOrEqual(CITY_BOX.south - 1e-6);
      expect(box.east).toBeLessThanOrEqual(CITY_BOX.east + 1e-6);
    }
  });

  it("covers what it is told to, under a name of its own", async () => {
    const out = toPath("covering");
    const box = "--covers=48.7,2.2,49,2.5;45,4,46,5";
    expect(await runBuild("--osm", extract, "--country", "FR", box, "--out", out)).toMatchObject({ code: 0 });
    const manifest = readManifest(out);
    expect(manifest.coverage).toEqual([
      { south: 48.7, west: 2.2, north: 49, east: 2.5 },
      { south: 45, west: 4, north: 46, east: 5 },
    ]);
    expect(manifest.companies).toBe(readManifest(toPath("city")).companies);
    expect(manifest.release).not.toBe(readManifest(toPath("city")).release);
  });

  it("reads country and region off the borders that an extract holds", async () => {
    const [path, out] = [toPath("borders.osm.pbf"), toPath("borders")];
    const corners = [
      [45, 4],
      [45, 5],
      [46, 5],
      [46, 4],
    ];
    const border = (id: number, tags: Record<string, string>): MapElement => ({
      type: "relation",
      id,
      members: [10, 11].map((ref) => ({ type: "way", ref, role: "outer" })),
      tags: { type: "boundary", boundary: "administrative", ...tags },
    });
    const elements: MapElement[] = [
      ...corners.map(([lat = 0, lon = 0], i): MapElement => ({ type: "node", id: i + 1, lat, lon })),
      { type: "node", id: 5, lat: 45.76, lon: 4.84, tags: { place: "city", name: "Lyon", "name:en": "Lyons" } },
      {
        type: "node",
        id: 6,
        lat: 45.75,
        lon: 4.85,
        tags: { shop: "bakery", name: "Dupont", phone: "+33 4 65 71 00 01" },
      },
      { type: "node", id: 7, lat: 47, lon: 4.85, tags: { shop: "bakery", name: "Abroad", phone: "+41 22 555 00 01" } },
      { type: "way", id: 10, refs: [1, 2, 3] },
      { type: "way", id: 11, refs: [1, 4, 3] },
      border(20, { name: "France", admin_level: "2", "ISO3166-1:alpha2": "FR" }),
      border(21, { name: "Rhône", admin_level: "6" }),
    ];
    writePbf(path, elements, { south: 45, west: 4, north: 47.5, east: 5, date: "2026-11-20T00:00:00Z" });
    expect(await runBuild("--osm", path, "--out", out)).toMatchObject({ code: 0 });
    expect(readCompanies(out)).toMatchObject([{ name: "Dupont", country: "FR" }]);
    expect(readManifest(out).sources).toMatchObject([{ read: 2, kept: 1, refused: { no_country: 1 } }]);
    const { places: found } = PlaceShard.parse(readGzip(join(out, toPlacesPath("l"))));
    expect(found).toMatchObject([{ names: { local: "Lyon", en: "Lyons" }, country: "FR", region: "Rhône" }]);
  });

  it("gives the same bytes for the same input, also when it is killed at several moments", async ({ task }) => {
    const start = performance.now();
    const whole = await runScript(BUILD_SCRIPT, [...allSources, "--out", toPath("whole")]);
    // Some of Overture's rows are broken.
    expect(whole.code).toBe(1);
    expect(whole.err).toContain("bad row: places.parquet row 1000: id: ");
    const wholeMs = performance.now() - start;
    const expected = hashFiles(toPath("whole"));
    expect(readManifest(toPath("whole")).sources.map(({ id }) => id)).toEqual([
      "osm",
      "overture:meta",
      "overture:microsoft",
      "overture:foursquare",
      "overture",
      "open-list-cc0",
    ]);

    const out = toPath("killed");
    let killed = 0;
    for (let moment = 1; moment <= kills; moment++) {
      // From the first file read to the last tile written.
      let share = 0.2 + (0.8 * (moment - 0.5)) / kills;
      const build = () => runScript(BUILD_SCRIPT, [...allSources, "--out", out], wholeMs * share);
      let run = await build();
      // The first build was slower where the machine was busy: this one has ended before its time.
      while (run.code !== null && share > 0.05) {
        expect(run, run.err).toMatchObject({ code: 1 });
        rmSync(out, { recursive: true });
        share /= 2;
        run = await build();
      }
      if (run.code === null) killed += 1;
    }
    expect(killed).toBeGreaterThanOrEqual(1);
    task.meta.figures = { "builds killed": killed };
    const last = await runScript(BUILD_SCRIPT, [...allSources, "--out", out]);
    expect(last, last.err).toMatchObject({ code: 1 });
    expect(hashFiles(out)).toEqual(expected);
  });

  it("cuts a tile of many companies into parts, though all are at one point, and publishes each", async () => {
    const [dense, out] = [toPath("dense.ndjson"), toPath("dense")];
    const count = 15_500;
    writeLines(
      dense,
      Array.from({ length: count }, (_, n) => ({ ...makeFirm(n), lat: 48.85, lon: 2.35 })),
    );
    const { code, err } = await runBuild("--ndjson", dense, "--date", "2026-11-01", "--out", out);
    expect([code, err.includes("15,500 companies in 1 tiles, 1 of them in parts")], err).toEqual([0, true]);
    const here = { south: 48.85, west: 2.35, north: 48.85, east: 2.35 };
    const manifest = readManifest(out);
    expect(manifest).toMatchObject({ companies: count, tiles: 1, split_tiles: { "694-729": [here, here] } });
    expect(readdirSync(join(out, "tiles")).toSorted()).toEqual(["694-729-0.json.gz", "694-729-1.json.gz"]);
    expect(new Set(readCompanies(out).map(({ id }) => id)).size).toBe(count);
    const publish = () =>
      runScript("tools/directory-publish/publish-directory.ts", [out, "--persist-to", toPath("dense-state")]);
    expect(await publish()).toMatchObject({
      code: 0,
      out: `in use: ${manifest.release}; --rollback goes to: (none)\n`,
    });
    rmSync(join(out, "tiles", "694-729-1.json.gz"));
    expect(await publish()).toMatchObject({
      code: 2,
      err: expect.stringContaining("belong to the release") as string,
    });
  });

  it("begins again when an unfinished one is given another input", async () => {
    const out = toPath("other");
    const first = toPath("first.ndjson");
    writeLines(first, [{ ...makeFirm(1), lat: 48.85, lon: 2.35 }]);
    // Without a date it stops behind the reading.
    const stopped = await runBuild("--ndjson", first, "--out", out);
    expect(stopped).toMatchObject({ code: 2, err: expect.stringContaining("--date YYYY-MM-DD") as string });
    writeLines(first, [{ ...makeFirm(2), lat: 48.85, lon: 2.35 }]);
    expect(await runBuild("--ndjson", first, "--date", "2026-11-02", "--out", out)).toMatchObject({ code: 0 });
    expect(readCompanies(out).map(({ name }) => name)).toEqual(["Atelier 2"]);
    expect(await runBuild("--ndjson", first, "--date", "2026-11-02", "--out", out)).toMatchObject({
      code: 0,
      err: expect.stringContaining("built already") as string,
    });
    expect(await runBuild("--ndjson", first, "--date", "2026-11-03", "--out", out)).toMatchObject({
      code: 2,
      err: expect.stringContaining("holds another release") as string,
    });
  });

  it("names bad lines, counts them, and exits with 1", async () => {
    const bad = toPath("bad.ndjson");
    const out = toPath("bad");
    writeLines(bad, [
      { ...makeFirm(0), lat: 48.85, lon: 2.35, employees: 60, sector: "Menuiserie" },
      "{",
      { ...makeFirm(2), categories: ["bakers"] },
      { ...makeFirm(3), lat: 48.9, lon: 2.35, website: null },
      makeFirm(4),
    ]);
    const { code, err } = await runBuild("--ndjson", bad, "--date", "2026-11-01", "--out", out);
    expect(code).toBe(1);
    expect(err).toContain("bad row: bad.ndjson line 2: not JSON\n");
    expect(err).toContain(
      'bad row: bad.ndjson line 3: categories: "bakers" is neither one of the catalogue nor key=value\n',
    );
    expect(readManifest(out).sources).toEqual([
      expect.objectContaining({
        id: "open-list-cc0",
        read: 3,
        kept: 1,
        refused: { no_contact: 1, no_position: 1 },
      }),
      expect.objectContaining({ id: "no-source", read: 2, kept: 0, refused: { bad_row: 2 } }),
    ]);
    expect(readCompanies(out)).toMatchObject([{ name: "Atelier 0", size: "50-249", sector: "Menuiserie" }]);
  });

  it.each([
    [[], "no source is given"],
    [["--osm", "a.osm.pbf"], "--out is missing"],
    [["--unknown", "a"], "--unknown"],
    [["--ndjson", "a", "--out", "b", "--country", "UK"], "no country has the code UK"],
    [["--ndjson", "a", "--out", "b", "--covers", "1,2,3"], "--covers"],
    [["--ndjson", "a", "--out", "b", "--date", "yesterday"], "--date"],
    [["--ndjson", "absent.ndjson", "--out", toPath("absent")], "absent.ndjson"],
    [["--osm", list, "--out", toPath("no-extract")], "list.ndjson"],
    [["--overture", list, "--out", toPath("no-parquet")], "list.ndjson"],
  ])("says what is wrong with %j", async (args, message) => {
    const { code, out, err } = await runBuild(...args);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain(message);
    expect(err).not.toContain("    at ");
  });
});

describe("an address of a source", () => {
  let server: Server | undefined;
  afterEach(() => server?.close());

  it("is downloaded, from where the connection broke", async () => {
    const { size } = statSync(extract);
    const ranges: (string | undefined)[] = [];
    const started = createServer((request, response) => {
      ranges.push(request.headers.range);
      const from = Number(/^bytes=(\d+)-$/u.exec(request.headers.range ?? "")?.[1] ?? 0);
      response.writeHead(from > 0 ? 206 : 200, { etag: '"one"', "content-length": size - from });
      const isFirst = ranges.length === 1;
      const body = createReadStream(extract, { start: from, ...(isFirst && { end: Math.floor(size / 2) }) });
      body.on("end", () => (isFirst ? response.destroy() : response.end()));
      body.pipe(response, { end: false });
    });
    server = started;
    await new Promise<void>((resolve) => started.listen(0, "127.0.0.1", resolve));
    const address = z.object({ port: z.number() }).parse(started.address());
    const url = `http://127.0.0.1:${address.port}/city.osm.pbf`;
    const out = toPath("downloaded");
    const { code, err } = await runBuild("--osm", url, "--country", "FR", "--out", out);
    expect([code, err.includes("trying again")]).toEqual([0, true]);
    expect(ranges).toEqual([undefined, expect.stringMatching(/^bytes=[1-9]\d+-$/u)]);
    // It says of which address it was built.
    const listFiles = (built: string) => hashFiles(built).filter((file) => !file.startsWith("/.task "));
    expect(listFiles(out)).toEqual(listFiles(toPath("city")));
  });
});

describe("a release", () => {
  const state = toPath("state");
  let opened: Promise<Awaited<ReturnType<typeof openSharedBucket>>> | undefined;
  /** The command in this process, on one opening of the bucket. */
  const publish = (...args: string[]) =>
    runHere(async (given, output) => {
      const open = async () => {
        const { bucket } = await (opened ??= openSharedBucket({ remote: false, persistTo: state }));
        return { bucket, close: () => Promise.resolve() };
      };
      return publishDirectory(given, open, output);
    }, args);
  afterAll(async () => (await opened)?.close());

  it("is published, switched to last, and rolled back", async () => {
    const early = await publish("--rollback");
    expect([early.code, early.err]).toEqual([2, "no release is published\n"]);
    const [city, other] = [readManifest(toPath("city")).release, readManifest(toPath("other")).release];
    expect(await publish(toPath("city"))).toMatchObject({
      code: 0,
      out: `in use: ${city}; --rollback goes to: (none)\n`,
    });
    const second = `in use: ${other}; --rollback goes to: ${city}\n`;
    expect(await publish(toPath("other"))).toMatchObject({ code: 0, out: second });
    expect(await publish(toPath("other"))).toMatchObject({ code: 0, out: second });
    expect(await publish("--rollback")).toMatchObject({
      code: 0,
      out: expect.stringContaining(`in use: ${city};`) as string,
    });
    expect(await publish(toPath("other"))).toMatchObject({ code: 0, out: second });
  });

  it("that is not whole is refused", async () => {
    const broken = toPath("broken");
    const source = toPath("bad");
    expect(await runBuild("--osm", extract, "--country", "FR", "--out", broken)).toMatchObject({ code: 0 });
    const [tile = ""] = readdirSync(join(broken, "tiles"));
    rmSync(join(broken, "tiles", tile));
    const { code, err } = await publish(broken);
    expect([code, err.includes("files belong to the release")]).toEqual([2, true]);
    rmSync(join(source, "manifest.json.gz"));
    expect(await publish(source)).toMatchObject({
      code: 2,
      err: expect.stringContaining("holds no finished release") as string,
    });
  });

  it.each([[[]], [["a", "b"]], [["a", "--rollback"]], [["a", "--local", "--remote"]]])(
    "is not published with %j: it is said how it is meant",
    async (args) => {
      expect(await publish(...args)).toMatchObject({
        code: 2,
        out: "",
        err: expect.stringContaining("npm run directory:publish -- <folder of a build>") as string,
      });
    },
  );
});
