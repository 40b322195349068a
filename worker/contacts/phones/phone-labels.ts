import { SEAM } from "../html/page-text";

const NUMBER_WORDS = "numbers?|no|nr|nummer|num[ée]ros?|n[°º]";
const FAX_WORDS =
  "f|fx|tfx|📠|🖷|faks|\\p{L}{0,16}fax(?:nummer|number|nr|no)?|fernkopie(?:rer)?|" +
  "t[ée]l[ée]copie(?:ur)?|t[ée]l[ée]c(?:op)?|t[ée]l[ée]fax|facsimile";
const PHONE_WORDS = [
  "(?:contact|telephone|phone|mobile|our|call|whats ?app|landline|office|main|direct|emergency|freephone|" +
    `daytime|evening|tel) (?:${NUMBER_WORDS})`,
  "(?:telefon|tel|ruf|handy|mobil|mobilfunk|service|hotline|durchwahl|whats ?app|notfall|notdienst)" +
    `[.-]{0,2}(?:${NUMBER_WORDS})`,
  "(?:num[ée]ros?|n[°º]) (?:de )?(?:t[ée]l(?:[ée]phone)?|portable|mobile|vert|azur|gratuit|d['’]appel|unique)",
  "\\p{L}{0,12}telefon",
  "t[ée]l(?:[ée]phone|efon|s)?(?:isch|ische)?",
  "phone",
  "fon",
  "mobile?",
  "mobil(?:telefon|funk)?",
  "mob",
  "handy",
  "portables?",
  "cell",
  "call",
  "ring",
  "dial",
  "composez",
  "appel(?:ez|er)?(?:[- ]nous)?",
  "joindre",
  "ruf",
  "rufen sie",
  "anruf",
  "hotline",
  "whats ?app",
  "standard",
  "accueil",
  "zentrale",
  "durchwahl",
  "office",
  "freephone",
  "festnetz",
  "fixe",
  "gsm",
  "natel",
  "ligne directe",
  "switchboard",
  "fernsprecher",
  "fernruf",
  "t",
  "m",
  "p",
  "☎",
  "☏",
  "✆",
  "📞",
  "📱",
  "🕿",
  "🖁",
].join("|");
/** Labels of numbers that are not phone numbers. */
const OTHER_NUMBER_WORDS = [
  "siret",
  "siren",
  "rcs",
  "r\\.c\\.s",
  "rpm",
  "rpr",
  "tva",
  "vat",
  "iban",
  "bic",
  "swift",
  "blz",
  "kto",
  "konto(?:nummer)?",
  "ust",
  "ust-?id(?:nr)?",
  "uid",
  "umsatzsteuer\\S{0,30}",
  "mwst",
  "hr[ab]",
  "fn",
  "gnr",
  "steuer-?(?:nummer|nr|id)?",
  "st\\.?-?nr",
  "ik(?:-nummer)?",
  "naf",
  "ape",
  "stammkapital",
  "amtsgericht",
  "registergericht",
  "handelsregister",
  "agr[ée]ment",
  "r[ée]f(?:[ée]rence)?s?",
  "idnr",
  "duns",
  "d-u-n-s",
  "eori",
  "gln",
  "iln",
  "gtin",
  "ean",
  "isbn",
  "issn",
  "sku",
  "rpps",
  "adeli",
  "finess",
  "orias",
  "cpi",
  "lanr",
  "bsnr",
  "betriebsnummer",
  "gps",
  "lat(?:itude)?",
  "lon(?:gitude)?",
  "lng",
  "version",
  "serial",
  "s/n",
  "imei",
  "utr",
  "rna",
  "bce",
  "kbo",
  "btw",
  "n[°º]? ?d['’]entreprise",
  "ondernemingsn\\p{L}+",
  "che",
  "mmsi",
  "imo",
  "sort code",
  "az",
  "aktenzeichen",
  "weee\\S{0,12}",
  "lucid",
  "sha",
  "build",
  "w\\d{9}",
  "postcode",
  "plz",
  "cp",
  "bp",
  "charge",
  "los",
  "zeichen",
  "s[ée]rie",
  "modell",
  "parcelle",
  "flurst[üu]ck",
  "artikel\\p{L}*",
  "auftrag\\p{L}*",
  "rechnung\\p{L}*",
  "vertrag\\p{L}*",
  "inventar\\p{L}*",
  "(?:company|registered|registration|charity|vat|invoice|order|account|reference|customer|membership|" +
    "policy|licen[cs]e|serial|tracking|case|ticket|part|product|booking|reservation|passport|tax|id|" +
    "permit|certificate|catalogue|batch|lot|item|stock|model) (?:numbers?|no)",
  "registered(?: in [a-z& ]{3,20})?",
  "company reg\\w*",
  "num[ée]ro (?:de |d['’])?(?:siret|siren|tva|client|commande|dossier|agr[ée]ment|licence|rcs|rna|" +
    "contrat|police|immatriculation|identification|s[ée]rie|lot|facture|suivi|adh[ée]rent|" +
    "enregistrement|d[ée]claration)",
  "\\p{L}{3,24}-?(?:nr|nummer)",
  `(?:${NUMBER_WORDS})`,
].join("|");
/** Labels of either: "Commande 0199001234", "Commandes : 01 99 00 12 34". */
const AMBIGUOUS_WORDS =
  "capital|registered|reg|permis|autorisation|d[ée]cision|dossier|commandes?|facture|clients?|order|" +
  "orders|invoice|account|ticket|code|id|police|contrat|policy|bestellung(?:en)?|art|licen[cs]e|lizenz|" +
  "member(?:ship)?|certificate|zertifikat|certificat|registre|mat|batch|lot|part|ref|permit|box|plan|" +
  "hull|qualibat|rge|typ|teil|drawing|model";

const LABEL_WORDS = new RegExp(
  `(?<!\\p{L})(?:(?<fax>${FAX_WORDS})|(?<phone>${PHONE_WORDS})|` +
    `(?<other>${OTHER_NUMBER_WORDS})|(?<maybe>${AMBIGUOUS_WORDS}))(?!\\p{L})`,
  "giu",
);
/** "Fax Zentrale" is the fax of the front desk. */
const FRONT_DESK_WORD = /^(?:zentrale|standard|accueil|office|hotline|switchboard|mobil|call)$/i;
const NUMBER_WORD_ONLY = new RegExp(`^(?:${NUMBER_WORDS})$`, "iu");
const PLAIN_NUMBER_WORD = /^(?:numbers?|num[ée]ros?|nummer)$/i;
const LABEL_REACH_CHARACTERS = 60;

/** `maybe`: a phone number only in a typical format. */
export type PhoneLabel = "phone" | "fax" | "other" | "maybe" | "none";

/**
 * The last label before a number, if no other number is between them. "Tel./Fax: 030 …" is a phone number, too.
 * @param at start of the number
 */
export function findPhoneLabel(text: string, at: number): PhoneLabel {
  const before = text.slice(Math.max(0, at - LABEL_REACH_CHARACTERS), at).replaceAll(SEAM, " ");
  let label: PhoneLabel = "none";
  let end = -1;
  for (const match of before.matchAll(LABEL_WORDS)) {
    const { fax, phone, other } = match.groups ?? {};
    const kind: PhoneLabel = PLAIN_NUMBER_WORD.test(match[0])
      ? "maybe"
      : fax
        ? "fax"
        : phone
          ? "phone"
          : other
            ? "other"
            : "maybe";
    const between = before.slice(Math.max(0, end), match.index);
    const after = before.slice(match.index + match[0].length);
    // A single letter is a label only before a sign or at the start of a line: "T. 01 …".
    if (
      /^[tmpf]$/i.test(match[0]) &&
      !/^\s?[.:|)]/.test(after) &&
      !(/^\s{1,4}$/.test(after) && /(?:^|[\n|·•–—-])\s{0,3}$/.test(before.slice(0, match.index)))
    )
      continue;
    // "Tel. Nr.", "N° :": a word for "number" does not change the label before it.
    if (
      (kind === "other" || kind === "maybe") &&
      NUMBER_WORD_ONLY.test(match[0]) &&
      (!/^[\s:.]*$/.test(after) || ((label === "phone" || label === "fax") && /^[\s.:-]*$/.test(between)))
    )
      continue;
    const joined =
      label === "phone" &&
      kind === "fax" &&
      /^[\s.:]{0,3}(?:\/|&|\+|,|u|und|et|and|ou|oder|or|bzw|sowie|=|-)[\s.]{0,2}$/iu.test(between);
    const place = label === "fax" && FRONT_DESK_WORD.test(match[0]) && /^\s*$/.test(between);
    if (!joined && !place) label = kind;
    end = match.index + match[0].length;
  }
  // After a single letter only signs may follow: "2,8 m. Messreihe 03…" is not a phone number.
  if (/(?:^|\P{L})[tmpf]$/iu.test(before.slice(0, end)) && /\p{L}/u.test(before.slice(end))) return "none";
  return end === -1 ? "none" : checkLabelApplies(label, before, end);
}

/** The label if it applies to the number, else "none". @param end offset of the end of the label */
function checkLabelApplies(label: PhoneLabel, before: string, end: number): PhoneLabel {
  const gap = before.slice(end);
  if (/\d/.test(gap.replace(/\([\d ]{1,4}\)/g, ""))) return "none";
  const limit = label === "other" || label === "maybe" ? 24 : label === "fax" ? 30 : 40;
  if (gap.length > limit) return "none";
  if (!gap.includes("\n")) return label;
  // Across a line end the label must be alone on its line, as in a table: "Fax Zentrale" / "+49 …".
  const [rest = "", ...lines] = gap.split("\n");
  const line = before.slice(before.slice(0, end).lastIndexOf("\n") + 1, end) + rest;
  return line.trim().length > 40 || /[.!?] /.test(rest) || lines.some((text) => /[^\s:()|*–-]/.test(text))
    ? "none"
    : label;
}
