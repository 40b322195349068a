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
 * Guesses: accepted if they give the site's own domain, or if the name of the attribute mentions an address.
 */
export function collectFromEncoded(
  collector: EmailCollector,
  value: string,
  at: number | undefined,
  namesEmail: boolean,
): boolean {
  if (value.length > 400 || value.includes("  ") || !collector.spendGuesses(1)) return false;
  if (
    (collector.site.disguisePattern.test(value) || (namesEmail && /@|\[at\]/i.test(value))) &&
    collector.spendGuesses(8)
  ) {
    const clear = decodePercent(value);
    for (const text of namesEmail
      ? [reverse(clear), decodeRot13(clear.replace(/\[at\]/i, "@"))]
      : listUndisguised(clear))
      if (collector.addOwn(text, "deobfuscated", at)) return true;
    if (collector.site.disguisePattern.test(value))
      for (const text of listUndisguised(clear)) if (collector.addOwn(text, "deobfuscated", at)) return true;
  }
  if (value.length < 8 || value.includes(" ")) return false;
  const [plainText, turned] = [decodeBase64(value), namesEmail ? decodeBase64(reverse(value)) : undefined];
  for (const text of [
    plainText,
    turned,
    plainText && reverse(plainText),
    plainText && decodeRot13(plainText),
    plainText && decodeBase64(plainText),
    decodeHex(value),
    namesEmail ? decodeCloudflare(value) : undefined,
  ]) {
    if (!text || text.length < 5) continue;
    const clear = decodePercent(decodeEntities(text)).replace(/^mailto:/i, "");
    if (
      text === plainText || namesEmail
        ? collector.addOwn(clear, "deobfuscated", at) ||
          (isWholeEmail(clear) && collector.addAll(clear, "deobfuscated", at))
        : collector.addOwn(clear, "deobfuscated", at)
    )
      return true;
    if (text === plainText && SPELLED_OUT_AT.test(clear) && collector.addSpelledOut(clear, at)) return true;
  }
  return false;
}

const isWholeEmail = (text: string): boolean => /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/.test(text.trim());
