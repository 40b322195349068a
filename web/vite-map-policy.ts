import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const HEADERS_FILE = fileURLToPath(new URL("public/_headers", import.meta.url));

/**
 * Allows a tile server as a source of pictures.
 * @param headers the text of `_headers`
 * @param tiles address of a tile, with {z}, {x} and {y}; a path of our own origin needs no exception, empty is no map
 * @throws for any other address than https, and where the policy names no sources of pictures
 */
export function allowTileServer(headers: string, tiles: string): string {
  if (tiles === "" || /^\/(?!\/)/u.test(tiles)) return headers;
  const { protocol, host } = URL.canParse(tiles) ? new URL(tiles) : { protocol: "", host: "" };
  if (protocol !== "https:" || !/^[a-z0-9.:-]+$/u.test(host))
    throw new Error(`VITE_MAP_TILES_URL must be a path or an https address of one host: ${tiles}`);
  const allowed = headers.replace(/img-src [^;\n]*/u, `$& https://${host}`);
  if (allowed === headers) throw new Error("_headers names no img-src");
  return allowed;
}

/** Writes the tile server of VITE_MAP_TILES_URL into the content security policy of the built app. */
export function mapPolicy(): Plugin {
  let tiles = "";
  return {
    name: "candidature:map-policy",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    configResolved({ env }) {
      const { VITE_MAP_TILES_URL: url }: Record<string, unknown> = env;
      tiles = typeof url === "string" ? url : "";
    },
    generateBundle() {
      const source = allowTileServer(readFileSync(HEADERS_FILE, "utf8"), tiles);
      this.emitFile({ type: "asset", fileName: "_headers", source });
    },
  };
}
