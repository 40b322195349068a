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
        /** What stands in the body of a page. */
        html: z.string(),
        /** The e-mail addresses and phone numbers on it. */
        expected: z.array(z.string()),
      }),
    ),
  }),
);
/** Parts of real pages, by what makes them hard. */
export const contactSnippets = Snippets.parse(snippets);

const Script = z.strictObject({ what: z.string(), html: z.string() });
const Scripts = z.strictObject({
  /** The site's own domain stands next to names, numbers and keys, and no address is meant. */
  unrelated: z.array(Script),
  /** The page itself assembles info@firma.de. */
  assembled: z.array(Script),
  /** Sample addresses: placeholders, testimonials. */
  samples: z.array(z.strictObject({ html: z.string() })),
});
/** What pages carry beside their text: scripts, JSON, attributes, styles. */
export const contactScripts = Scripts.parse(scripts);

const Snippet = z.strictObject({ country: z.string().length(2), html: z.string() });
const ThirdParties = z.strictObject({
  /** Contacts of others: who made or hosts the site, partners, authorities, customers. */
  foreign: z.array(Snippet),
  /** A mail address and a number of the company's own, in words that others are called by. */
  own: z.array(Snippet),
});
/** Whose contacts they are, on pages of the joinery Durand. */
export const thirdParties = ThirdParties.parse(parties);

const Numbers = z.strictObject({
  /** One number each, as its country writes it. */
  spellings: z.array(
    z.strictObject({ country: z.string().length(2), expected: z.e164(), spellings: z.array(z.string()) }),
  ),
  /** Numbers beside what says whether anybody answers them by voice. */
  labels: z.array(Snippet.extend({ expected: z.array(z.e164()) })),
  /** Digits that are no phone number. */
  others: z.array(z.strictObject({ country: z.string().length(2), texts: z.array(z.string()) })),
});
export const contactNumbers = Numbers.parse(numbers);

const Emails = z.strictObject({
  /** Every way a site writes rh@atelier-nord.fr, and where it is then said to have been found. */
  techniques: z.array(
    z.strictObject({
      what: z.string(),
      source: z.enum(["link", "text", "structured", "deobfuscated", "attribute", "script"]),
      html: z.string(),
    }),
  ),
  /** What looks like an address and is none, or is not the company's. */
  traps: z.array(z.strictObject({ what: z.string(), html: z.string() })),
});
export const contactEmails = Emails.parse(emails);
