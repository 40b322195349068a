import { decodeEntities } from "../contacts/emails/email-decoders";
import type { Page } from "../contacts/html/parse-page";
import { toBrand, toSiteKey } from "../contacts/site-key";
import { toNameKey } from "./rules-sentence";

const MIN_NAME_CHARACTERS = 4;
const MAX_NAME_CHARACTERS = 60;

/**
 * What a company may be called in its own sentences: the domain's label, the site's name, parts of the title. On a
 * shared host it is the label of the path, and never the host's own name.
 */
export function listNames({ title, siteName }: Pick<Page, "title" | "siteName">, url: string): string[] {
  const [domain = "", path] = toSiteKey(url).split("/");
  const brand = toBrand(domain);
  return [path ?? brand, siteName, ...decodeEntities(title).split(/\s[-–—|·:•»]+\s|\s?\|\s?/u)]
    .filter((name) => name.length <= MAX_NAME_CHARACTERS)
    .map((name) => toNameKey(name))
    .filter((key) => key.length >= MIN_NAME_CHARACTERS && (path === undefined || key !== toNameKey(brand)));
}
