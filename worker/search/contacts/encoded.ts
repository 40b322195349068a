import { decodeBase64, decodeCloudflare, decodeEntities, decodeHex, percentDecode, reverse, rot13 } from "./decode";
import type { EmailBag } from "./email-bag";
import { SPELLED } from "./obfuscated";
import { undisguised } from "./own";

/**
 * Readings that are guesses: taken when they name the site's own domain, or when the attribute's name promises an
 * address.
 */
export function fromEncoded(bag: EmailBag, value: string, at: number | undefined, telling: boolean): boolean {
  if (value.length > 400 || value.includes("  ") || !bag.mayGuess(1)) return false;
  if ((bag.site.disguised.test(value) || (telling && /@|\[at\]/i.test(value))) && bag.mayGuess(8)) {
    const clear = percentDecode(value);
    for (const text of telling ? [reverse(clear), rot13(clear.replace(/\[at\]/i, "@"))] : undisguised(clear))
      if (bag.addOwn(text, "deobfuscated", at)) return true;
    if (bag.site.disguised.test(value))
      for (const text of undisguised(clear)) if (bag.addOwn(text, "deobfuscated", at)) return true;
  }
  if (value.length < 8 || value.includes(" ")) return false;
  const [plainText, turned] = [decodeBase64(value), telling ? decodeBase64(reverse(value)) : undefined];
  for (const text of [
    plainText,
    turned,
    plainText && reverse(plainText),
    plainText && rot13(plainText),
    plainText && decodeBase64(plainText),
    decodeHex(value),
    telling ? decodeCloudflare(value) : undefined,
  ]) {
    if (!text || text.length < 5) continue;
    const clear = percentDecode(decodeEntities(text)).replace(/^mailto:/i, "");
    if (
      text === plainText || telling
        ? bag.addOwn(clear, "deobfuscated", at) || (isWhole(clear) && bag.addAll(clear, "deobfuscated", at))
        : bag.addOwn(clear, "deobfuscated", at)
    )
      return true;
    if (text === plainText && SPELLED.test(clear) && bag.addSpelled(clear, at)) return true;
  }
  return false;
}

const isWhole = (text: string): boolean => /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/.test(text.trim());
