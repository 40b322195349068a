import { listUndisguised } from "../ownership/own-domain";
import { SPELLED_OUT_AT } from "./deobfuscate-emails";
import type { EmailCollector } from "./email-collector";
import {
  decodeBase64,
  decodeCloudflare,
  decodeEntities,
  decodeHex,
  decodePercent,
  reverse,
  decodeRot13,
} from "./email-decoders";

/**
 * Readings that are guesses: taken when they name the site's own domain, or when the attribute's name promises an
 * address.
 */
export function collectFromEncoded(
  bag: EmailCollector,
  value: string,
  at: number | undefined,
  telling: boolean,
): boolean {
  if (value.length > 400 || value.includes("  ") || !bag.spendGuesses(1)) return false;
  if ((bag.site.disguisePattern.test(value) || (telling && /@|\[at\]/i.test(value))) && bag.spendGuesses(8)) {
    const clear = decodePercent(value);
    for (const text of telling ? [reverse(clear), decodeRot13(clear.replace(/\[at\]/i, "@"))] : listUndisguised(clear))
      if (bag.addOwn(text, "deobfuscated", at)) return true;
    if (bag.site.disguisePattern.test(value))
      for (const text of listUndisguised(clear)) if (bag.addOwn(text, "deobfuscated", at)) return true;
  }
  if (value.length < 8 || value.includes(" ")) return false;
  const [plainText, turned] = [decodeBase64(value), telling ? decodeBase64(reverse(value)) : undefined];
  for (const text of [
    plainText,
    turned,
    plainText && reverse(plainText),
    plainText && decodeRot13(plainText),
    plainText && decodeBase64(plainText),
    decodeHex(value),
    telling ? decodeCloudflare(value) : undefined,
  ]) {
    if (!text || text.length < 5) continue;
    const clear = decodePercent(decodeEntities(text)).replace(/^mailto:/i, "");
    if (
      text === plainText || telling
        ? bag.addOwn(clear, "deobfuscated", at) || (isWholeEmail(clear) && bag.addAll(clear, "deobfuscated", at))
        : bag.addOwn(clear, "deobfuscated", at)
    )
      return true;
    if (text === plainText && SPELLED_OUT_AT.test(clear) && bag.addSpelledOut(clear, at)) return true;
  }
  return false;
}

const isWholeEmail = (text: string): boolean => /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/.test(text.trim());
