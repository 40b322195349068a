/** Cloudflare's protection: a key byte, then each byte XOR the key, in hexadecimal. */
export function encodeCloudflare(address: string, key = 0x5a): string {
  const toHexByte = (value: number): string => value.toString(16).padStart(2, "0");
  return toHexByte(key) + [...address].map((sign) => toHexByte(sign.charCodeAt(0) ^ key)).join("");
}

export const encodeEntities = (text: string): string =>
  [...text]
    .map((sign, n) => (n % 2 === 0 ? `&#${String(sign.charCodeAt(0))};` : `&#x${sign.charCodeAt(0).toString(16)};`))
    .join("");

export const encodePercent = (text: string): string =>
  [...text].map((sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, "0")}`).join("");

/** TYPO3 rotates each of three character ranges. */
export function encodeTypo3(text: string, offset: number): string {
  const ranges: [number, number][] = [
    [0x2b, 0x3a],
    [0x40, 0x5a],
    [0x61, 0x7a],
  ];
  return [...text]
    .map((sign) => {
      const code = sign.charCodeAt(0);
      const range = ranges.find(([low, high]) => code >= low && code <= high);
      if (!range) return sign;
      const size = range[1] - range[0] + 1;
      return String.fromCharCode(range[0] + ((code - range[0] + offset + size) % size));
    })
    .join("");
}

export const reverseText = (text: string): string => [...text].reverse().join("");
