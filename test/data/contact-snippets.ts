import { z } from "zod";
import emails from "./contacts/emails.json" with { type: "json" };
import numbers from "./contacts/numbers.json" with { type: "json" };
import scripts from "./contacts/scripts.json" with { type: "json" };
import snippets from "./contacts/snippets.json" with { type: "json" };
import parties from "./contacts/third-parties.json" with { type: "json" };

// Imported, not read from disk: tests inside workerd have no file system.

const Snippets = z.array(
  z.strictObject({
    title: z.string(),
    cases: z.array(
      z.strictObject({
        what: z.string(),
        country: z.enum(["DE", "FR", "GB", "CA"]),
        /** Body of a page. */
        html: z.string(),
        /** Its e-mail addresses and phone numbers. */
        expected: z.array(z.string()),
      }),
    ),
  }),
);
/** Parts of real pages, by difficulty. */
export const contactSnippets = Snippets.parse(snippets);

const Script = z.strictObject({ what: z.string(), html: z.string() });
const Scripts = z.strictObject({
  /** The site's own domain beside names, numbers and keys that form no address. */
  unrelated: z.array(Script),
  /** The page itself assembles info@firma.de. */
  assembled: z.array(Script),
  /** Sample addresses: placeholders, testimonials. */
  samples: z.array(z.strictObject({ html: z.string() })),
});
/** Scripts, JSON, attributes and styles. */
export const contactScripts = Scripts.parse(scripts);

const Snippet = z.strictObject({ country: z.string().length(2), html: z.string() });
const ThirdParties = z.strictObject({
  /** Contacts of third parties: agencies, hosts, partners, authorities, customers. */
  foreign: z.array(Snippet),
  /** The company's own address and number, beside words that usually name third parties. */
  own: z.array(Snippet),
});
/** Owner of the contacts, on pages of the joinery Durand. */
export const thirdParties = ThirdParties.parse(parties);

const Numbers = z.strictObject({
  /** One number each, in the spellings of its country. */
  spellings: z.array(
    z.strictObject({ country: z.string().length(2), expected: z.e164(), spellings: z.array(z.string()) }),
  ),
  /** Numbers beside a label: telephone or fax. */
  labels: z.array(Snippet.extend({ expected: z.array(z.e164()) })),
  /** Digits that are no phone number. */
  others: z.array(z.strictObject({ country: z.string().length(2), texts: z.array(z.string()) })),
});
export const contactNumbers = Numbers.parse(numbers);

const Emails = z.strictObject({
  /** Every way to write rh@atelier-nord.fr, and the reported source. */
  techniques: z.array(
    z.strictObject({
      what: z.string(),
      source: z.enum(["link", "text", "structured", "deobfuscated", "attribute", "script"]),
      html: z.string(),
    }),
  ),
  /** Strings that look like an address and are none, or not the company's. */
  traps: z.array(z.strictObject({ what: z.string(), html: z.string() })),
});
export const contactEmails = Emails.parse(emails);
