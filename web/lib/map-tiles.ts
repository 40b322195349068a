/** Where the pictures of the map come from, and whom to name for them. Set at build time. */
export interface MapTiles {
  /** Address of a tile, with {z}, {x} and {y}. */
  url: string;
  attribution: string;
  /** Page of the attribution; empty for none. */
  attributionUrl: string;
}

/** @returns undefined without a tile server, or without the attribution it asks for: there is no map then */
export function readMapTiles(env: object): MapTiles | undefined {
  const settings = new Map<string, unknown>(Object.entries(env));
  const readText = (name: string): string => {
    const value = settings.get(name);
    return typeof value === "string" ? value : "";
  };
  const [url, attribution] = [readText("VITE_MAP_TILES_URL"), readText("VITE_MAP_ATTRIBUTION")];
  if (url === "" || attribution === "") return undefined;
  return { url, attribution, attributionUrl: readText("VITE_MAP_ATTRIBUTION_URL") };
}
