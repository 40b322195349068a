import type { CompanyRow } from "../../worker/companies/rules";
import type { LoadedPapers } from "../../worker/mail/papers";

const PIECES = [
  "\r\n",
  "\r",
  "\n",
  "\n\r",
  "\r\n\r\n",
  "\u2028",
  "\u2029",
  "\u0085",
  "\u000b",
  "\u000c",
  "\u0000",
  "\u001b[2J",
  "\u007f",
  "\t",
  " ",
  "  ",
  "\u00a0",
  "\u3000",
  "\ufeff",
  "\u200b",
  "\u00ad",
  "\u202e",
  "\u202a",
  "\u2066",
  "\u2069",
  "\u061c",
  "\ud83d",
  "\udc00",
  "\udfff\ud800",
  "🚀",
  "👩‍💻",
  "\u0301",
  "é",
  "ß",
  "İ",
  "名前",
  "مرحبا",
  "\uffff",
  "\u{10ffff}",
  "Bcc: victim@else.example",
  "\r\nBcc: victim@else.example",
  "\nBcc: victim@else.example\n",
  "\r\n\r\n<b>body</b>",
  "Content-Type: text/html",
  "\r\n.\r\n",
  "\n.\n",
  ".",
  "From ",
  "\nFrom x",
  "--",
  "----_NmP-",
  "-Part_1",
  "=?utf-8?Q?=0D=0ABcc:_victim@else.example?=",
  "=?utf-8?B?DQpCY2M6IHZpY3RpbUBlbHNlLmV4YW1wbGU=?=",
  "=?",
  "?=",
  "=0D=0A",
  "=",
  "_",
  "%0d%0a",
  "%00",
  "&#13;&#10;",
  "\\r\\n",
  "\\",
  '"',
  "'",
  "`",
  "<",
  ">",
  "<evil@else.example>",
  ",",
  ";",
  ":",
  "(",
  ")",
  "(comment",
  "[",
  "]",
  "@",
  "@@",
  "evil@else.example",
  "group: a@b.example, c@d.example;",
  "Ana",
  "Martin",
  "Candidature",
  "Bonjour",
  "L'équipe",
  "a",
  "Z",
  "0",
];
const ADDRESSES = [
  "jobs@firm.example",
  "Jobs@Firm.Example",
  "a.b+c@x-y.example",
  "rh@bäcker.example",
  '"a b"@firm.example',
  '"a@b"@firm.example',
  '"x\\"y"@firm.example',
  "a@b@firm.example",
  "jobs@firm.example, victim@else.example",
  "<jobs@firm.example>",
  "Jobs <jobs@firm.example>",
  "jobs@[127.0.0.1]",
  "jobs@127.0.0.1",
  "jobs@firm",
  "jobs@",
  "@firm.example",
  "jobs@firm.example.",
  "jobs@.example",
  "jobs(comment)@firm.example",
  '"x\r\nBcc: victim@else.example"@firm.example',
  "jobs@firm.example\r\nBcc: victim@else.example",
  "jobs@firm.example\u0000",
  "é@firm.example",
  "jobs＠firm.example",
  "jobs@firm。example",
  "=?utf-8?Q?jobs?=@firm.example",
  "jobs%victim@firm.example",
  "victim@else.example!jobs",
];

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
    oneOf(PIECES)
      .repeat(1 + upTo(Math.ceil(10_240 / 4)))
      .slice(0, 10_240);
  const piece = () => (random() < 0.1 ? anySign() : oneOf(PIECES));
  const text = (most: number) =>
    random() < 0.03 ? long() : Array.from({ length: upTo(most) }, piece).join(random() < 0.5 ? "" : " ");
  const address = () => {
    if (random() < 0.3) return oneOf(ADDRESSES.slice(0, 4));
    const plain = oneOf(ADDRESSES);
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
