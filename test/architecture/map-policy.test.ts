import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { allowTileServer } from "../../web/vite-map-policy.ts";

const HEADERS = readFileSync(new URL("../../web/public/_headers", import.meta.url), "utf8");
const readSources = (headers: string) => /img-src ([^;\n]*)/u.exec(headers)?.[1];

describe("the pictures that the content security policy allows", () => {
  it("are our own without a tile server, and with one of our own origin", () => {
    for (const tiles of ["", "/tiles/{z}/{x}/{y}.png"]) expect(allowTileServer(HEADERS, tiles)).toBe(HEADERS);
    expect(readSources(HEADERS)).toBe("'self' data:");
  });

  it("are those of the tile server too, and nothing else changes", () => {
    const tiles = "https://tile.example.org:8443/{z}/{x}/{y}.png?key=secret";
    const allowed = allowTileServer(HEADERS, tiles);
    expect(readSources(allowed)).toBe("'self' data: https://tile.example.org:8443");
    expect(allowed.replace(" https://tile.example.org:8443", "")).toBe(HEADERS);
  });

  it.each([
    "http://tile.example.org/{z}/{x}/{y}",
    "//tile.example.org/{z}",
    "https://{s}.example.org/{z}",
    "tiles",
    "javascript:1",
  ])("are not those of %s, which stops the build", (tiles) => {
    expect(() => allowTileServer(HEADERS, tiles)).toThrow("VITE_MAP_TILES_URL");
  });

  it("cannot be changed in a policy that does not name them", () => {
    expect(() => allowTileServer("/*\n  X-Frame-Options: DENY\n", "https://tile.example.org/{z}")).toThrow("img-src");
  });
});
