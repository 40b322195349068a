import type { CompanyRow } from "../../worker/companies/rules";
import type { LoadedPapers } from "../../worker/mail/papers";
import { hostileText } from "../data/hostile-text";

const { pieces, addresses } = hostileText;

/** What the product might find in its rows. */
export interface HostileCase {
  company: CompanyRow;
  papers: LoadedPapers;
}

const COMPANY = {
  userId: "u",
  id: "c",
  searchId: null,
  identity: "firm.example",
  redirectedFrom: null,
  name: "Firm",
  website: "https://firm.example/",
  businessType: "",
  city: "Paris",
  country: "FR",
  phone: "",
  contacts: [],
  about: "",
  applyElsewhere: null,
  language: "fr",
  messageVersion: 1,
  generatingSince: null,
  favorited: false,
  sendStatus: "none",
  sentAt: null,
  archivedAt: null,
  createdAt: "2026-11-21T10:00:00.000Z",
  source: "",
  messageWarnings: null,
} as const;

export function hostileCase(random: () => number): HostileCase {
  const upTo = (most: number) => Math.floor(random() * most);
  const oneOf = <T>(list: readonly T[]): T => {
    const found = list[upTo(list.length)];
    if (found === undefined) throw new Error("an empty list has none");
    return found;
  };
  const anySign = () => String.fromCharCode(upTo(0x10000));
  const long = () =>
    oneOf(pieces)
      .repeat(1 + upTo(Math.ceil(10_240 / 4)))
      .slice(0, 10_240);
  const piece = () => (random() < 0.1 ? anySign() : oneOf(pieces));
  const text = (most: number) =>
    random() < 0.03 ? long() : Array.from({ length: upTo(most) }, piece).join(random() < 0.5 ? "" : " ");
  const address = () => {
    if (random() < 0.3) return oneOf(addresses.slice(0, 4));
    const plain = oneOf(addresses);
    const at = upTo(plain.length + 1);
    return random() < 0.5 ? plain : random() < 0.05 ? long() : plain.slice(0, at) + piece() + plain.slice(at);
  };
  const email = Array.from({ length: 1 + upTo(3) }, address).join(";");
  const recipient = random() < 0.5 ? null : oneOf([...email.split(";"), address()]);
  const name = text(8);
  const body = text(60);
  // A blank message is never sent.
  const company = {
    ...COMPANY,
    contacts: [],
    email,
    recipient,
    subject: text(12),
    message: body.trim() === "" ? "Bonjour" : body,
  };
  const bytes = Uint8Array.from({ length: upTo(400) }, () => upTo(256));
  const attachment =
    random() < 0.5 ? null : { name: "CV-Ana.pdf", type: "application/pdf", size: bytes.byteLength, etag: "" };
  return {
    company,
    papers: { from: { name, address: "camille.martin@mail.example" }, attachment, attached: attachment && bytes },
  };
}
