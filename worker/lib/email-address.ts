/** Local part: no quotes and no encoded words, so nothing that could be read as a second address or as a header. */
const LOCAL_PART = /^(?=.{1,64}$)[a-z0-9_%+'&~!#$=-]+(?:\.[a-z0-9_%+'&~!#$=-]+)*$/u;
const HOST_NAME = /^(?=.{3,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/u;
/** Characters that the URL parser would treat as something else than a name, or drop. */
const NOT_HOST_CHARACTERS = /[\s\p{Cc}\p{Cf}/?#@:\\%[\]<>]/u;

/** A domain in lower case and ASCII; null for anything else, IP addresses included. */
function normalizeDomain(text: string): string | null {
  const url = `http://${text}/`;
  if (NOT_HOST_CHARACTERS.test(text) || !URL.canParse(url)) return null;
  const { hostname } = new URL(url);
  return HOST_NAME.test(hostname) ? hostname : null;
}

/** One plain address in lower case, its domain in ASCII; null for anything else. */
export function normalizeAddress(text: string): string | null {
  const at = text.lastIndexOf("@");
  const local = text.slice(0, Math.max(at, 0)).toLowerCase();
  const domain = normalizeDomain(text.slice(at + 1));
  return LOCAL_PART.test(local) && domain !== null ? `${local}@${domain}` : null;
}

/** Normal form of a do-not-contact entry: an address, or a domain with or without its @; null for anything else. */
export function normalizeEntry(text: string): string | null {
  const trimmed = text.trim();
  return trimmed.lastIndexOf("@") > 0
    ? normalizeAddress(trimmed)
    : normalizeDomain(trimmed.replace(/^@/u, "").replace(/\.$/u, ""));
}
