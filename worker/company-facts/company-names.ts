import { decodeEntities } from "../contacts/emails/email-decoders";
import type { Page } from "../contacts/html/parse-page";
import { toBrand } from "../contacts/site-key";
import { toNameKey } from "./rules-sentence";

const MIN_NAME_CHARACTERS = 4;
const MAX_NAME_CHARACTERS = 60;

/** What a company may be called in its own sentences: the domain's label, the site's name, parts of the title. */
export function listNames({ title, siteName }: Pick<Page, "title" | "siteName">, url: string): string[] {
  const host = URL.canParse(url) ? new URL(url).hostname : "";
  return [toBrand(host), siteName, ...decodeEntities(title).split(/\s[-–—|·:•»]+\s|\s?\|\s?/u)]
    .filter((name) => name.length <= MAX_NAME_CHARACTERS)
    .map((name) => toNameKey(name))
    .filter((key) => key.length >= MIN_NAME_CHARACTERS);
}
