/** Reverses Cloudflare's e-mail protection: hexadecimal, the first byte is the key of the rest. */
export function decodeCloudflare(hex: string): string | undefined {
  if (!/^(?:[0-9a-f]{2}){4,160}$/i.test(hex)) return undefined;
  const bytes = new Uint8Array(hex.length / 2);
  for (let index = 0; index < bytes.length; index++)
    bytes[index] = Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16);
  const key = bytes[0] ?? 0;
  return decodePercent(new TextDecoder().decode(bytes.subarray(1).map((byte) => byte ^ key)));
}

const TYPO3_RANGES: readonly (readonly [number, number])[] = [
  [0x2b, 0x3a],
  [0x40, 0x5a],
  [0x61, 0x7a],
];

function shiftTypo3(text: string, offset: number): string {
  return text.replace(/[+-:@-Za-z]/g, (sign) => {
    const code = sign.charCodeAt(0);
    const [start, end] = TYPO3_RANGES.find(([from, to]) => code >= from && code <= to) ?? [code, code];
    const size = end - start + 1;
    return String.fromCharCode(start + ((((code - start + offset) % size) + size) % size));
  });
}

/** Reverses TYPO3's linkTo_UnCryptMailto. Tries all offsets, a setting of the site, until one gives "mailto:". */
export function decodeTypo3(crypted: string): string | undefined {
  const text = crypted.slice(0, 300);
  const head = text.slice(0, "mailto:".length);
  for (let offset = -25; offset <= 25; offset++) {
    if (shiftTypo3(head.slice(0, 1), offset) !== "m" || shiftTypo3(head, offset) !== "mailto:") continue;
    const clear = shiftTypo3(text, offset);
    if (clear.includes("@")) return clear.slice("mailto:".length);
  }
  return undefined;
}

const strictUtf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });

export function decodeBase64(text: string): string | undefined {
  const standard = text.trim().replaceAll("-", "+").replaceAll("_", "/");
  if (
    standard.length < 4 ||
    standard.length % 4 === 1 ||
    standard.length > 4000 ||
    !/^[A-Za-z0-9+/]+={0,2}$/.test(standard)
  )
    return undefined;
  try {
    const clear = strictUtf8.decode(Uint8Array.from(atob(standard), (sign) => sign.charCodeAt(0)));
    return /^(?:[^\p{C}]|\s)+$/u.test(clear) ? clear : undefined;
  } catch {
    return undefined; // A plain word that only looks like base64.
  }
}

export function decodeRot13(text: string): string {
  return text.replace(/[a-z]/gi, (sign) => {
    const base = sign <= "Z" ? 65 : 97;
    return String.fromCharCode(base + ((sign.charCodeAt(0) - base + 13) % 26));
  });
}

export function reverse(text: string): string {
  return [...text].reverse().join("");
}

/** Invalid sequences stay as they are. */
export function decodePercent(text: string): string {
  if (!text.includes("%")) return text;
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (run) => {
    try {
      return decodeURIComponent(run);
    } catch {
      return run; // Latin-1 or invalid: addresses are ASCII.
    }
  });
}

/** Adds an offset to every character code. */
export function shiftCharacters(text: string, offset: number): string {
  let shifted = "";
  for (let index = 0; index < text.length; index++)
    shifted += String.fromCharCode(Math.max(32, text.charCodeAt(index) + offset));
  return shifted;
}

/** Pairs of hexadecimal digits as text. */
export function decodeHex(text: string): string | undefined {
  if (text.length > 600 || !/^(?:[0-9a-f]{2}){6,}$/i.test(text)) return undefined;
  return text.replace(/../g, (pair) => String.fromCharCode(Number.parseInt(pair, 16)));
}

const NAMED_ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  commat: "@",
  period: ".",
  nbsp: " ",
  lowbar: "_",
  hyphen: "-",
  dash: "-",
  plus: "+",
  colon: ":",
  sol: "/",
  shy: "",
  zwnj: "",
  zwj: "",
};

/** Entities inside scripts and JSON, where the HTML tokenizer does not decode them. */
export function decodeEntities(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(
    /&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|([a-z]{2,8}));?/gi,
    (whole, hex?: string, decimal?: string, name?: string) => {
      if (name) return NAMED_ENTITIES[name.toLowerCase()] ?? whole;
      const code = hex ? Number.parseInt(hex, 16) : Number.parseInt(decimal ?? "0", 10);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}

/** HTML inside a string, as text: tags become line ends. */
export function stripTags(text: string): string {
  return text.includes("<") ? text.replace(/<[^<>]{0,2000}>/g, "\n") : text;
}
