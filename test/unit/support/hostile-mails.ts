import fc from "fast-check";
import type { CompanyRow } from "../../../worker/companies/rules-recipient";
import type { LoadedSenderAndCv } from "../../../worker/mail/compose-email";
import { hostileText } from "../../data/hostile-text";
import { either } from "../../harness/arbitraries";

const { pieces, addresses } = hostileText;

/** Rows as the product may find them. */
export interface HostileMail {
  company: CompanyRow;
  papers: LoadedSenderAndCv;
}

const COMPANY = {
  userId: "u",
  id: "c",
  searchId: null,
  identity: "firm.example",
  redirectedFrom: null,
  name: "Firm",
  website: "https://firm.example/",
  nameKey: "firm",
  siteKey: "firm.example",
  businessType: "",
  city: "Paris",
  country: "FR",
  phone: "",
  contacts: [],
  facts: null,
  about: "",
  applyElsewhere: null,
  contactForm: null,
  careersPage: null,
  appliedAt: null,
  appliedWay: null,
  outcome: null,
  outcomeAt: null,
  nextAt: null,
  nextText: "",
  nextChangedAt: null,
  nextChanges: 0,
  language: "fr",
  messageVersion: 1,
  generatingSince: null,
  favorited: false,
  sendStatus: "none",
  sentAt: null,
  archivedAt: null,
  createdAt: "2026-11-21T10:00:00.000Z",
  source: "",
  sources: null,
  lat: null,
  lon: null,
  distanceKm: null,
  size: null,
  sector: null,
  chain: null,
  profileId: null,
  messageAuthor: null,
  messageReadVersion: null,
  messageWarnings: null,
  messageClaims: null,
} as const;

const LONG_TEXT_LENGTH = 10_240;

const knownPiece = fc.constantFrom(...pieces);
/** Any UTF-16 code unit, halves of surrogate pairs included. */
const codeUnit = fc.nat({ max: 0xffff }).map((code) => String.fromCharCode(code));
const piece = either(10, codeUnit, knownPiece);
const longText = fc
  .tuple(knownPiece, fc.integer({ min: 1, max: LONG_TEXT_LENGTH / 4 }))
  .map(([text, times]) => text.repeat(times).slice(0, LONG_TEXT_LENGTH));

/** @param maxPieces of a short text */
const textArbitrary = (maxPieces: number): fc.Arbitrary<string> =>
  either(
    3,
    longText,
    fc
      .tuple(fc.array(piece, { maxLength: maxPieces, size: "max" }), fc.constantFrom("", " "))
      .map(([parts, separator]) => parts.join(separator)),
  );

const address = fc.constantFrom(...addresses);
const spoiledAddress = fc.tuple(address, piece, fc.nat()).map(([plain, inserted, position]) => {
  const at = position % (plain.length + 1);
  return plain.slice(0, at) + inserted + plain.slice(at);
});
const anyAddress = fc.oneof(
  { weight: 30, arbitrary: fc.constantFrom(...addresses.slice(0, 4)) },
  { weight: 35, arbitrary: address },
  { weight: 2, arbitrary: longText },
  { weight: 33, arbitrary: spoiledAddress },
);

const bytes = fc.uint8Array({ maxLength: 399, size: "max" });

/** A mail with hostile text in every field that a user or a site can fill. */
export const hostileMail: fc.Arbitrary<HostileMail> = fc
  .record({
    emails: fc.array(anyAddress, { minLength: 1, maxLength: 3, size: "max" }),
    recipientIndex: either<number | null>(50, fc.constant(null), fc.nat({ max: 3 })),
    otherRecipient: anyAddress,
    name: textArbitrary(7),
    subject: textArbitrary(11),
    body: textArbitrary(59),
    attached: either<Uint8Array | null>(50, fc.constant(null), bytes),
    tagsReplies: fc.boolean(),
  })
  .map(({ emails, recipientIndex, otherRecipient, name, subject, body, attached, tagsReplies }) => {
    const email = emails.join(";");
    return {
      company: {
        ...COMPANY,
        contacts: [],
        email,
        recipient: recipientIndex === null ? null : (email.split(";")[recipientIndex] ?? otherRecipient),
        subject,
        // A blank message is never sent.
        message: body.trim() === "" ? "Bonjour" : body,
      },
      papers: {
        from: { name, address: "camille.martin@mail.example" },
        owner: { name, language: "fr" as const },
        cv: attached && { size: attached.byteLength, etag: "" },
        letter: null,
        signature: [],
        tellsSource: false,
        tagsReplies,
        attached: attached && new Uint8Array(attached),
      },
    };
  });

export function sampleHostileMail(seed: number): HostileMail {
  const [mail] = fc.sample(hostileMail, { seed, numRuns: 1 });
  if (!mail) throw new Error("nothing was generated");
  return mail;
}
