import { z } from "zod";
import scripts from "./contacts/scripts.json" with { type: "json" };
import snippets from "./contacts/snippets.json" with { type: "json" };

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
