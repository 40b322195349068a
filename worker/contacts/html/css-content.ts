/** The words of a `content` declaration: quoted strings with their escapes undone, and attributes of the element. */
export function readContentText(content: string, attribute: (name: string) => string | undefined): string {
  let text = "";
  for (const [, double, single, name] of content.matchAll(
    /"([^"]{0,200})"|'([^']{0,200})'|attr\(\s{0,3}([\w-]{1,60})\s{0,3}\)/g,
  )) {
    text += name
      ? (attribute(name.toLowerCase()) ?? "")
      : (double ?? single ?? "").replace(/\\([0-9a-f]{1,6})\s?|\\(.)/gi, (_, hex?: string, sign?: string) =>
          hex ? toVisibleCharacter(hex) : (sign ?? ""),
        );
  }
  return text;
}

function toVisibleCharacter(hex: string): string {
  const code = Number.parseInt(hex, 16);
  // Icon fonts live in the private use area, where our own marks do: they say nothing.
  return code > 0x1f && code < 0x10ffff && !(code >= 0xe000 && code <= 0xf8ff) ? String.fromCodePoint(code) : "";
}
