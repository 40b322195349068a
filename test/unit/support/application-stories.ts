import fc from "fast-check";
import type { Application } from "../../../worker/applications/inbox/match-mail";
import { toReplyTag } from "../../../worker/contract/reply-address";
import { either } from "../../harness/arbitraries";

/** What a user has sent, and one mail that came after it. */
export interface ApplicationStory {
  mailbox: string;
  applications: Application[];
  kind: AnswerKind;
  raw: string;
  /** The company that it is about; null for none. */
  companyId: string | null;
}

const KINDS = [
  /** By the one who was written to. */
  "reply",
  /** By a colleague, under another subject. */
  "colleague",
  /** From an address that has nothing to do with the company, the mail quoted below. */
  "elsewhere",
  /** By somebody to whom the company has forwarded it. */
  "chain",
  /** Forwarded by the user. */
  "by_hand",
  /** By a system for applications, in the company's name. */
  "system",
  /** To the address with the tag, and nothing else that tells. */
  "tagged",
  /** About something else. */
  "stranger",
] as const;
type AnswerKind = (typeof KINDS)[number];

const NAMES = ["Lune", "Poilou", "Nord", "Sternwald", "Kestrel", "Maret", "Halle", "Orme", "Bluebell", "Vexin"];
const TRADES = ["Atelier", "Boulangerie", "Tischlerei", "Studio", "Cabinet", "Garage", "Imprimerie", "Café"];
const LOCAL_PARTS = ["contact", "rh", "info", "jobs", "accueil", "bewerbung", "kontakt", "hello"];
const MAIL_HOSTS = ["orange.fr", "gmail.com", "web.de", "free.fr", "hotmail.com"];
const SUBJECTS = ["Candidature spontanée", "Initiativbewerbung", "Speculative application"];
const JOBS = ["Développeuse", "Pâtissier", "Bürokauffrau", "Designer"];
const REPLY_MARKS = ["Re: ", "RE: ", "AW: ", "Rép : ", "Antw: ", "RE: Fwd: ", "[EXTERN] AW: ", ""];
const NEW_SUBJECTS = [
  "Votre candidature",
  "Ihre Bewerbung",
  "Your application",
  "Rendez-vous",
  "Suite à votre message",
];
const BODIES = [
  "Bonjour, merci pour votre message.",
  "Vielen Dank für Ihre Bewerbung.",
  "Thank you for writing to us.",
  "Nous revenons vers vous rapidement.",
];

const uuid = fc.uuid({ version: 4 });
const pick = <T>(values: readonly T[]) => fc.constantFrom(...values);

interface Firm {
  id: string;
  name: string;
  domain: string;
  recipients: string[];
  hasOwnSubject: boolean;
  job: string;
  mails: number;
}

const firm = fc
  .record({
    id: uuid,
    trade: pick(TRADES),
    name: pick(NAMES),
    suffix: either(80, fc.constant(""), pick([" Bleue", " & Fils", " Nord"])),
    number: fc.nat({ max: 40 }),
    local: fc.uniqueArray(pick(LOCAL_PARTS), { minLength: 2, maxLength: 2 }),
    mailHost: either(80, fc.constant(null), pick(MAIL_HOSTS)),
    hasOwnSubject: fc.boolean(),
    job: pick(JOBS),
    mails: fc.integer({ min: 1, max: 3 }),
  })
  .map(({ id, trade, name, suffix, number, local, mailHost, hasOwnSubject, job, mails }): Firm => {
    const site = `${trade}-${name}-${number}`.toLowerCase().replaceAll(/[^a-z0-9-]/gu, "e");
    const domain = `${site}.example`;
    const recipients = local.map((part) => (mailHost === null ? `${part}@${domain}` : `${part}.${site}@${mailHost}`));
    return { id, name: `${trade} ${name}${suffix}`, domain, recipients, hasOwnSubject, job, mails };
  });

/** Firms, of which some are branches of one chain: one domain, or even one address. */
const firms = fc
  .tuple(
    fc.uniqueArray(firm, { minLength: 4, maxLength: 14, selector: ({ domain }) => domain }),
    either(60, fc.constant("none" as const), pick(["domain", "address"] as const)),
  )
  .map(([all, shares]) => {
    const [first, second] = all;
    if (!first || !second || shares === "none") return all;
    const recipients = shares === "address" ? first.recipients : [`branch@${first.domain}`, `office@${first.domain}`];
    return all.with(1, { ...second, recipients });
  });

const toSubject = ({ hasOwnSubject, job, name }: Firm, general: string): string =>
  hasOwnSubject ? `${general} – ${job} – ${name}` : general;

const HEADS = [
  (from: string, to: string, subject: string) => [
    "-----Message d'origine-----",
    `De : Camille Martin <${from}>`,
    "Envoyé : lundi 16 novembre 2026 09:12",
    `À : ${to}`,
    `Objet : ${subject}`,
  ],
  (from: string, to: string, subject: string) => [
    "________________________________",
    `Von: Camille Martin <${from}>`,
    "Gesendet: Montag, 16. November 2026 09:12",
    `An: <${to}>`,
    `Betreff: ${subject}`,
  ],
  (from: string, to: string, subject: string) => [
    "> ---------- Forwarded message ---------",
    `> From: Camille Martin <${from}>`,
    "> Date: Mon, Nov 16, 2026 at 9:12 AM",
    `> Subject: ${subject}`,
    `> To: <${to}>`,
  ],
];

const toBase64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)));
const encodeWord = (text: string): string => (/^[ -~]*$/u.test(text) ? text : `=?UTF-8?B?${toBase64(text)}?=`);

interface Parts {
  from: string;
  name?: string;
  to: string;
  subject: string;
  references?: string[];
  text: string[];
  isHtml: boolean;
}

function toRaw({ from, name, to, subject, references = [], text, isHtml }: Parts, id: string): string {
  const body = isHtml
    ? `<html><body>${text.map((line) => `<div>${line.replaceAll("<", "&lt;")}</div>`).join("")}</body></html>`
    : text.join("\r\n");
  return [
    `From: ${name === undefined ? "" : `"${encodeWord(name)}" `}<${from}>`,
    `To: ${to}`,
    `Subject: ${encodeWord(subject)}`,
    `Message-ID: <${id}@answers.example>`,
    ...(references.length > 0 ? [`In-Reply-To: ${references.at(-1)}`, `References: ${references.join("\r\n ")}`] : []),
    "MIME-Version: 1.0",
    `Content-Type: ${isHtml ? "text/html" : "text/plain"}; charset=utf-8`,
    "Content-Transfer-Encoding: base64",
    "",
    toBase64(body).replaceAll(/.{76}/gu, "$&\r\n"),
  ].join("\r\n");
}

export const applicationStory: fc.Arbitrary<ApplicationStory> = fc
  .record({
    firms,
    mailbox: pick(["camille.martin@gmail.com", "camille@workspace.example"]),
    general: pick(SUBJECTS),
    /** Gmail has put its own in place of our Message-IDs. */
    replacesIds: fc.boolean(),
    tagsReplies: either(25, fc.constant(true), fc.constant(false)),
    kind: pick(KINDS),
    chosen: fc.nat(),
    whichMail: fc.nat(),
    mark: pick(REPLY_MARKS),
    newSubject: pick(NEW_SUBJECTS),
    body: pick(BODIES),
    head: pick(HEADS),
    quotes: either(70, fc.constant(true), fc.constant(false)),
    keepsReferences: either(75, fc.constant(true), fc.constant(false)),
    isHtml: either(25, fc.constant(true), fc.constant(false)),
    id: uuid,
  })
  .map((told) => {
    const { firms: all, mailbox, general, replacesIds, kind, mark, newSubject, body, head, isHtml, id } = told;
    const applications = all.flatMap((each, n) =>
      Array.from({ length: each.mails }, (_, m): Application => {
        const recipient = each.recipients[m % each.recipients.length] ?? "";
        return {
          companyId: each.id,
          companyName: each.name,
          site: each.domain,
          addresses: each.recipients,
          mail: {
            id: `${each.id}-${m}`,
            recipient,
            subject: toSubject(each, general),
            messageId: `<${each.id}.${m}@gmail.com>`,
            sentAt: `2026-11-${String(10 + m).padStart(2, "0")}T09:${String(n).padStart(2, "0")}:00.000Z`,
          },
        };
      }),
    );
    const about = all[told.chosen % all.length];
    const mails = applications.filter(({ companyId }) => companyId === about?.id);
    const mail = mails[told.whichMail % mails.length]?.mail;
    if (!about || !mail) throw new Error("a story needs a company and a mail");
    const reference = replacesIds ? `<CAKx${mail.id}@mail.gmail.com>` : (mail.messageId ?? "");
    const references = told.keepsReferences ? [reference] : [];
    const isTagged = told.tagsReplies || kind === "tagged";
    const to = isTagged ? mailbox.replace("@", `+${toReplyTag(about.id)}@`) : mailbox;
    const quoted = ["", ...head(mailbox, mail.recipient, mail.subject), "", "Bonjour, je me permets de vous écrire."];
    const maybeQuoted = told.quotes ? quoted : [];
    const base = { from: mail.recipient, to, subject: mark + mail.subject, text: [body], isHtml };
    const toParts = (): Parts => {
      switch (kind) {
        case "reply":
          return { ...base, references, text: [body, ...maybeQuoted] };
        case "colleague":
          return {
            ...base,
            from: `b.durand@${toDomain(mail.recipient)}`,
            subject: newSubject,
            references,
            text: [body, ...quoted],
          };
        case "elsewhere":
          return { ...base, from: "patron@perso.example", references: [], text: [body, ...quoted] };
        case "chain":
          return {
            ...base,
            from: "direction@holding.example",
            subject: `RE: TR: ${mail.subject}`,
            references: [],
            text: [
              body,
              "",
              "-----Message d'origine-----",
              `De : Accueil <${mail.recipient}>`,
              "À : direction@holding.example",
              ...quoted,
            ],
          };
        case "by_hand":
          return {
            ...base,
            from: mailbox,
            subject: `Fwd: ${mail.subject}`,
            text: [
              "",
              "---------- Forwarded message ---------",
              `De : Accueil <${mail.recipient}>`,
              "Date: lun. 16 nov. 2026",
              `Subject: Re: ${mail.subject}`,
              `To: <${mailbox}>`,
              "",
              body,
            ],
            isHtml: false,
          };
        case "system":
          return { ...base, from: "no-reply@recruiting.example", name: `${about.name} via Recruiting`, references: [] };
        case "tagged":
          return { ...base, from: "patron@perso.example", subject: newSubject, references: [] };
        case "stranger":
          return { ...base, from: "news@jobs.example", to: mailbox, subject: newSubject, text: [body, ...NAMES] };
      }
    };
    return { mailbox, applications, kind, raw: toRaw(toParts(), id), companyId: kind === "stranger" ? null : about.id };
  });

const toDomain = (address: string): string => address.slice(address.lastIndexOf("@") + 1);
