import type { Page } from "./page";
import { isMakers } from "./makers";
import { phoneOfLink, phonesIn, toE164 } from "./phones";
import { isVcard, readJson, readVcard, vcardOf } from "./structured";
import type { ContactSource, FoundPhone } from "./types";

const MAX_PHONES = 20;
const STATE_PHONE = /"(?:telephone|phone|phoneNumber|tel)\\?"\s{0,3}:\s{0,3}\\?"([^"\\\n]{6,40})/gi;

/** Every telephone number of a page, each once, links first. @param country ISO-2 numbers without a prefix belong to. */
export function collectPhones(page: Page, country: string): FoundPhone[] {
  const found = new Map<string, FoundPhone>();
  const faxes = new Set<string>();
  const add = (value: string | undefined, source: ContactSource) => {
    if (value && !faxes.has(value) && !found.has(value) && found.size < MAX_PHONES) found.set(value, { value, source });
  };
  for (const { href, text, at } of page.anchors) {
    const number = phoneOfLink(href, country);
    // A link reads "Fax 01 …", or stands right behind the word.
    const isFax = /fax|t[ée]l[ée]copie/i.test(text) || /(?:fax|t[ée]l[ée]copie(?:ur)?)[^\d\n]{0,12}$/i.test(page.text.slice(Math.max(0, at - 24), at));
    if (number && isFax) faxes.add(number);
    else if (!isMakersAt(page.text, at)) add(number, "link");
  }
  for (const { name, value } of page.properties) if (name.startsWith("tel")) add(phoneOfLink(value, country) ?? toE164(value, country), "structured");
  for (const script of page.scripts) {
    if (script.json) for (const phone of readJson(script.text).phones) add(toE164(phone, country), "structured");
    else for (const match of script.text.slice(0, 200_000).matchAll(STATE_PHONE)) add(toE164(match[1] ?? "", country), "script");
  }
  for (const { name, value, at } of page.attributes) {
    if (/^(?:data-(?:tel|phone|href)|href)$/.test(name) && !isMakersAt(page.text, at)) add(phoneOfLink(value, country) ?? (name === "href" ? undefined : toE164(value, country)), "attribute");
    if (name === "href" && /^data:text\/(?:x-)?vcard/i.test(value)) {
      for (const phone of readVcard(vcardOf(value)).phones) add(toE164(phone, country), "structured");
    }
  }
  if (isVcard(page.text)) for (const phone of readVcard(page.text).phones) add(toE164(phone, country), "structured");
  else for (const number of phonesIn(page.text, country)) add(number, "text");
  return [...found.values()];
}

function isMakersAt(text: string, at: number): boolean {
  return isMakers(text.slice(Math.max(0, at - 200), at));
}
