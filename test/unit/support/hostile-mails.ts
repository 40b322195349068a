import type { CompanyRow } from "../../../worker/companies/rules-recipient";
import type { LoadedSenderAndCv } from "../../../worker/mail/compose-email";
import { hostileText } from "../../data/hostile-text";

const { pieces, addresses } = hostileText;

/** Possible content of the product's rows. */
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

export function makeHostileMail(random: () => number): HostileMail {
  const randomBelow = (most: number) => Math.floor(random() * most);
  const pickOne = <T>(list: readonly T[]): T => {
    const found = list[randomBelow(list.length)];
    if (found === undefined) throw new Error("an empty list has none");
    return found;
  };
  const randomSign = () => String.fromCharCode(randomBelow(0x10000));
  const makeLongText = () =>
    pickOne(pieces)
      .repeat(1 + randomBelow(Math.ceil(10_240 / 4)))
      .slice(0, 10_240);
  const pickPiece = () => (random() < 0.1 ? randomSign() : pickOne(pieces));
  const makeText = (most: number) =>
    random() < 0.03
      ? makeLongText()
      : Array.from({ length: randomBelow(most) }, pickPiece).join(random() < 0.5 ? "" : " ");
  const makeAddress = () => {
    if (random() < 0.3) return pickOne(addresses.slice(0, 4));
    const plain = pickOne(addresses);
    const at = randomBelow(plain.length + 1);
    return random() < 0.5
      ? plain
      : random() < 0.05
        ? makeLongText()
        : plain.slice(0, at) + pickPiece() + plain.slice(at);
  };
  const email = Array.from({ length: 1 + randomBelow(3) }, makeAddress).join(";");
  const recipient = random() < 0.5 ? null : pickOne([...email.split(";"), makeAddress()]);
  const name = makeText(8);
  const body = makeText(60);
  // A blank message is never sent.
  const company = {
    ...COMPANY,
    contacts: [],
    email,
    recipient,
    subject: makeText(12),
    message: body.trim() === "" ? "Bonjour" : body,
  };
  const bytes = Uint8Array.from({ length: randomBelow(400) }, () => randomBelow(256));
  const attachment =
    random() < 0.5 ? null : { name: "CV-Ana.pdf", type: "application/pdf", size: bytes.byteLength, etag: "" };
  return {
    company,
    papers: { from: { name, address: "camille.martin@mail.example" }, attachment, attached: attachment && bytes },
  };
}
