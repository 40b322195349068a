import { describe, expect, it } from "vitest";
import { checkSite } from "../../../worker/adapters/web-fetch/ssrf-guard";
import { LIMITS } from "../../../worker/contract/limits";
import type { FileQuery } from "../../../worker/contract/own-lists";
import { ApiError } from "../../../worker/platform/api-error";
import { readListFile, readPastedList, toPreview } from "../../../worker/search/own-list/read-list";

const RULES = { checkSite: (address: string) => checkSite(address, false), homeCountry: "FR" };
const toBytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const read = (text: string, query: FileQuery = {}) => readListFile(toBytes(text), query, RULES);
const readBytes = (bytes: Uint8Array) => readListFile(bytes, {}, RULES);
const listFields = ({ columns }: ReturnType<typeof read>) => columns.map(({ field }) => field);
const listRefused = ({ problems }: ReturnType<typeof read>) =>
  problems.filter(({ refused }) => refused).map(({ line, reason }) => [line, reason]);
const findCode = (call: () => unknown): string => {
  try {
    call();
  } catch (error) {
    if (error instanceof ApiError) return error.code;
  }
  return "none";
};

/** What every spelling of the same file has to give. */
const EXPECTED = [
  {
    line: 2,
    company: {
      name: "Crêperie L’Œuvre",
      website: "https://creperie-oeuvre.fr/",
      emails: ["bonjour@creperie-oeuvre.fr"],
      phones: ["+33142345678"],
      city: "Saint-Étienne",
      country: "FR",
    },
  },
  {
    line: 3,
    company: {
      name: "Müller & Söhne",
      website: "https://mueller.de/",
      emails: [],
      phones: ["+493022345670"],
      city: "Köln",
      country: "DE",
    },
  },
];
const ROWS = [
  ["Entreprise", "Site web", "Adresse e-mail", "Téléphone", "Ville"],
  ["Crêperie L’Œuvre", "creperie-oeuvre.fr", "bonjour@creperie-oeuvre.fr", "01 42 34 56 78", "Saint-Étienne"],
  ["Müller & Söhne", "https://mueller.de/", "", "030 22345670", "Köln"],
];
const toText = (delimiter: string, newline = "\r\n") => ROWS.map((cells) => cells.join(delimiter)).join(newline);
const toWindows1252 = (text: string): Uint8Array =>
  Uint8Array.from(text.replaceAll("’", "\u0092").replaceAll("Œ", "\u008c"), (character) => character.charCodeAt(0));
const toUtf16 = (text: string, isLittle: boolean): Uint8Array =>
  Uint8Array.from(
    [...text].flatMap((character) => {
      const code = character.charCodeAt(0);
      return isLittle ? [code & 255, code >> 8] : [code >> 8, code & 255];
    }),
  );

describe("a list in any spelling", () => {
  it.each([
    ["semicolons", toBytes(toText(";"))],
    ["commas", toBytes(toText(","))],
    ["tabs", toBytes(toText("\t"))],
    ["a byte order mark", toBytes(`\uFEFF${toText(";")}`)],
    ["Unix line ends", toBytes(toText(";", "\n"))],
    ["old Macintosh line ends", toBytes(toText(";", "\r"))],
    ["Windows-1252", toWindows1252(toText(";"))],
    ["UTF-16 with its mark", toUtf16(`\uFEFF${toText("\t")}`, true)],
    ["UTF-16, big end first, with its mark", toUtf16(`\uFEFF${toText("\t")}`, false)],
    ["UTF-16 without a mark", toUtf16(toText(";"), true)],
    ["UTF-16, big end first, without a mark", toUtf16(toText(";"), false)],
    ["every value quoted", toBytes(ROWS.map((cells) => cells.map((cell) => `"${cell}"`).join(",")).join("\r\n"))],
  ])("is read: %s", (_, bytes) => {
    const list = readBytes(bytes);
    expect(list.companies).toEqual(EXPECTED);
    expect(listFields(list)).toEqual(["name", "website", "email", "phone", "town"]);
    expect(list.problems).toEqual([]);
  });

  it("is read in Latin-1, without characters of Windows", () => {
    const text = "Société;Site;Ville\nCafé Noël;cafe-noel.fr;Orléans";
    const list = readBytes(Uint8Array.from(text, (character) => character.charCodeAt(0)));
    expect(list.companies).toMatchObject([{ company: { name: "Café Noël", city: "Orléans" } }]);
  });

  it("may declare its separator as Excel does", () => {
    const list = read("sep=|\nNom|Site\nA, B; C|abc.fr");
    expect(list.companies).toMatchObject([{ line: 3, company: { name: "A, B; C" } }]);
  });

  it("may quote separators, quotes and line breaks", () => {
    const list = read('Nom,Site\n"Dupont, ""Fils""\net Cie",dupont.fr\nDurand,durand.fr\n');
    expect(list.companies).toMatchObject([
      { line: 2, company: { name: 'Dupont, "Fils" et Cie' } },
      { line: 3, company: { name: "Durand" } },
    ]);
  });

  it("may hold quotes that mean inches", () => {
    const list = read('Nom;Site\nTuyaux 3" et plus;tuyaux.fr\nDurand;durand.fr\nVannes 2";vannes.fr');
    expect(list.companies.map(({ company }) => company.name)).toEqual(['Tuyaux 3" et plus', "Durand", 'Vannes 2"']);
    expect(list.problems).toEqual([]);
  });

  it("loses one line to a quote that is never closed, and no other", () => {
    const rest = Array.from({ length: 200 }, (_, at) => `Firme ${at};firme-${at}.fr`).join("\n");
    const list = read(`Nom;Site\n"Martin;martin.fr\n${rest}`);
    expect(listRefused(list)).toEqual([[2, "quote_open"]]);
    expect(list.companies).toHaveLength(200);
    expect(list.companies[0]).toMatchObject({ line: 3, company: { name: "Firme 0" } });
  });

  it("counts blank lines, as a spreadsheet does", () => {
    expect(read("Nom;Site\n\n;\nA;localhost\n").problems).toMatchObject([{ line: 4, reason: "private_address" }]);
  });
});

describe("columns are recognised", () => {
  it.each([
    ["Company name,Website,Email address,Phone number,City", ["name", "website", "email", "phone", "town"]],
    ["Firma;Webseite;E-Mail-Adresse;Telefonnummer;Ort", ["name", "website", "email", "phone", "town"]],
    ["Raison sociale;Courriel;Tél.;Commune;Site internet", ["name", "email", "phone", "town", "website"]],
    ["N°;Nom de l’entreprise;Nom du contact;Mail du contact;Fax;URL", [null, "name", null, "email", null, "website"]],
    ["Unternehmensname;Ansprechpartner;Telefax;Homepage", ["name", null, null, "website"]],
  ])("by their names: %s", (header, fields) => {
    const delimiter = header.includes(";") ? ";" : ",";
    const list = read(
      `${header}\n${header
        .split(delimiter)
        .map(() => "x")
        .join(delimiter)}`,
    );
    expect(listFields(list)).toEqual(fields);
    expect(list.has_header).toBe(true);
  });

  it("by their values, without names", () => {
    const list = read(
      "1;Boulangerie Martin;Lyon;04 72 00 11 22;contact@martin.fr;www.martin.fr\n2;Au Pain Doré;Paris;;;aupaindore.fr",
    );
    expect(list.has_header).toBe(false);
    expect(listFields(list)).toEqual([null, "name", null, "phone", "email", "website"]);
    expect(list.companies).toMatchObject([{ line: 1 }, { line: 2, company: { name: "Au Pain Doré" } }]);
  });

  it("by the user, who is right", () => {
    const text = "Nom;Site;Autre\nA;a-un.fr;a-deux.fr";
    const list = read(text, { columns: "name,-,website" });
    expect(list.companies).toMatchObject([{ company: { website: "https://a-deux.fr/" } }]);
    expect(read(text, { header: "false" }).problems[0]).toMatchObject({ line: 1, refused: true });
  });

  it("shows what each column holds", () => {
    const { columns } = read("Nom;Chiffre d’affaires\nA;12 M€\nB;\nC;3 M€\nD;4 M€");
    expect(columns[1]).toEqual({ header: "Chiffre d’affaires", examples: ["12 M€", "3 M€"], field: null });
  });
});

const PRIVATE_ADDRESSES = [
  "http://127.0.0.1/",
  "http://localhost:8080/admin",
  "http://169.254.169.254/latest/meta-data/",
  "http://[::1]/",
  "http://[fd00::1]/",
  "http://2130706433/",
  "http://0x7f000001/",
  "http://0177.0.0.1/",
  "http://user:secret@10.0.0.1/",
  "http://192.168.1.1:81/",
  "http://intranet.local/",
  "http://metadata.google.internal/",
  "http://printer.lan/",
  "http://127.0.0.1.nip.io/",
  "http://①②⑦.⓪.⓪.①/",
  "10.0.0.1",
  "localhost",
  "router.home",
  "172.16.0.1/setup",
];
const FIELDS = ["name", "website", "email", "phone", "town"] as const;
const GOOD = { name: "Martin", website: "martin.fr", email: "rh@martin.fr", phone: "0472001122", town: "Lyon" };

describe("a private address", () => {
  it.each(FIELDS)("refuses its line from the column %s", (field) => {
    const lines = PRIVATE_ADDRESSES.map((address) =>
      FIELDS.map((each) => (each === field ? `"${address}"` : GOOD[each])).join(";"),
    );
    const list = read([FIELDS.join(";"), ...lines].join("\n"), { columns: FIELDS.join(",") });
    expect(list.companies).toEqual([]);
    expect(listRefused(list)).toEqual(PRIVATE_ADDRESSES.map((_, at) => [at + 2, "private_address"]));
    expect(list.problems[0]).toMatchObject({ field, value: PRIVATE_ADDRESSES[0] });
  });

  it.each(["x@127.0.0.1", "x@localhost", "x@[10.0.0.1]", "Chef <x@intranet.local>"])(
    "refuses its line as the domain of an e-mail address: %s",
    (email) => {
      expect(listRefused(read(`name;website;email\nA;martin.fr;${email}`))).toEqual([[2, "private_address"]]);
    },
  );

  it("refuses its line when pasted, in any spelling", () => {
    const list = readPastedList(PRIVATE_ADDRESSES.join("\n"), RULES);
    expect(list.companies).toEqual([]);
    expect(list.problems.map(({ line, reason }) => [line, reason])).toEqual(
      PRIVATE_ADDRESSES.map((_, at) => [at + 1, "private_address"]),
    );
  });
});

describe("a value", () => {
  it.each([
    ["name;website\nA;ftp://martin.fr", "website_scheme"],
    ["name;website\nA;file:///etc/passwd", "website_scheme"],
    ["name;website\nA;javascript:alert(1)", "website_invalid"],
    ["name;website\nA;https://martin.fr:8443/", "website_invalid"],
    ["name;website\nA;https://user:secret@martin.fr/", "website_invalid"],
    ["name;website\nA;pas de site", "website_invalid"],
    ["name;website\nA;https://www.facebook.com/maboite", "website_profile"],
    ["name;website\nA;fr.linkedin.com/company/maboite", "website_profile"],
    ["name;website\nA;https://www.pagesjaunes.fr/pros/123", "website_profile"],
    ["name;website;town\nA;;Lyon", "no_contact"],
    ["name;email\nA;pas une adresse", "email_invalid"],
    ["name;phone\nA;12", "phone_invalid"],
    ["name;phone\n;01 42 34 56 78", "name_missing"],
    ["name;email\n;marie@gmail.com", "name_missing"],
    [`name;website\n${"A".repeat(LIMITS.listNameLength + 1)};martin.fr`, "value_too_long"],
  ])("that cannot be used refuses its line, with the reason: %j", (text, reason) => {
    const list = read(text);
    expect(list.companies).toEqual([]);
    expect(listRefused(list)).toEqual([[2, reason]]);
  });

  it("that is missing leaves the words of its line, by which it is found again", () => {
    expect(read("name;website;town\nBroken;;Leeds").problems).toMatchObject([{ line: 2, value: "Broken, Leeds" }]);
  });

  it("beside another contact is left out and told", () => {
    const list = read("name;website;email;phone\nA;martin.fr;rh@@martin;12");
    expect(list.companies).toMatchObject([{ company: { website: "https://martin.fr/", emails: [], phones: [] } }]);
    expect(list.problems).toMatchObject([
      { line: 2, field: "email", reason: "email_invalid", refused: false },
      { line: 2, field: "phone", reason: "phone_invalid", refused: false },
    ]);
  });

  it("that is a page on a network is left out beside another contact; the network's own site is a site", () => {
    const list = read("name;website;email\nA;instagram.com/a;rh@a-et-fils.fr\nLinkedIn;https://www.linkedin.com/;");
    expect(list.companies.map(({ company }) => company.website)).toEqual([null, "https://www.linkedin.com/"]);
    expect(list.problems).toEqual([
      { line: 2, field: "website", value: "instagram.com/a", reason: "website_profile", refused: false },
    ]);
  });

  it("that is a telephone number needs its country's code where nothing tells the country", () => {
    const lines = "name;website;phone\nA;;04 65 71 39 81\nB;;+33 4 65 71 39 81\nC;c-et-fils.fr;04 65 71 39 82";
    const list = readListFile(toBytes(lines), {}, { ...RULES, homeCountry: "GB" });
    expect(list.companies.map(({ company }) => company.phones)).toEqual([["+33465713981"], ["+33465713982"]]);
    expect(listRefused(list)).toEqual([[2, "phone_invalid"]]);
  });

  it("that means nothing is nothing", () => {
    const list = read("name;website;email;phone\nA;martin.fr;-;n/a\nB;néant;rh@b-et-fils.fr;");
    expect(list.problems).toEqual([]);
    expect(list.companies).toHaveLength(2);
  });

  it("may be written as mail programs and spreadsheets do", () => {
    const list = read(
      [
        "name;email;phone",
        'A;Marie Curie <Marie@Curie.fr>, mailto:rh@curie.fr;"=""0142345678"""',
        "B;rh@b-et-fils.fr;'+33 1 42 34 56 78",
      ].join("\n"),
    );
    expect(list.problems).toEqual([]);
    expect(list.companies).toMatchObject([
      { company: { emails: ["marie@curie.fr", "rh@curie.fr"], phones: ["+33142345678"] } },
      { company: { phones: ["+33142345678"] } },
    ]);
  });

  it("that is a formula is no name: it is left out and told, and the site gives the name", () => {
    const list = read(
      [
        "name;website;town",
        "=cmd|'/c calc'!A0;un.fr;=1+1",
        '"=HYPERLINK(""http://x"",""clic"")";deux.fr;Lyon',
        '"=HYPERLINK(""http://127.0.0.1/"",""x"")";trois.fr;',
        '+1+1;"=HYPERLINK(""https://quatre.fr"")";',
        'A;"=HYPERLINK(""http://127.0.0.1/"")";',
        "@SUM(1);cinq.fr;",
        '"=""Six""";six.fr;',
      ].join("\n"),
    );
    expect(list.companies.map(({ company: { name, website, city } }) => [name, website, city])).toEqual([
      ["un.fr", "https://un.fr/", ""],
      ["deux.fr", "https://deux.fr/", "Lyon"],
      ["trois.fr", "https://trois.fr/", ""],
      ["@SUM(1)", "https://cinq.fr/", ""],
      ["Six", "https://six.fr/", ""],
    ]);
    expect(list.problems.map(({ line, field, reason, refused }) => [line, field, reason, refused])).toEqual([
      [2, "name", "formula", false],
      [2, "town", "formula", false],
      [3, "name", "formula", false],
      [4, "name", "formula", false],
      [5, "website", "website_invalid", true],
      [6, "website", "private_address", true],
    ]);
  });

  it("loses control characters and turned text", () => {
    const list = read("name;website\nMar\u0007tin \u202Egnp.exe\u202C;martin.fr");
    expect(list.companies).toMatchObject([{ company: { name: "Martin gnp.exe" } }]);
  });
});

describe("a company on several lines", () => {
  it("counts once, with the contacts of all its lines, and each further line is told", () => {
    const list = read(
      [
        "name;website;email",
        "Café Éphémère;https://cafe-ephemere.fr;a@cafe-ephemere.fr",
        "Martin;martin.fr;",
        "Doublon;www.cafe-ephemere.fr/equipe;b@cafe-ephemere.fr",
        "Chef;;chef@gmail.com",
        "Chef encore;;Chef@gmail.com",
      ].join("\n"),
    );
    expect(list.companies).toMatchObject([
      { line: 2, company: { name: "Café Éphémère", emails: ["a@cafe-ephemere.fr", "b@cafe-ephemere.fr"] } },
      { line: 3 },
      { line: 5, company: { emails: ["chef@gmail.com"] } },
    ]);
    expect(list.problems).toEqual([
      { line: 4, field: null, value: "Doublon", reason: "repeated", refused: true, first_line: 2 },
      { line: 6, field: null, value: "Chef encore", reason: "repeated", refused: true, first_line: 5 },
    ]);
  });

  it("may be pasted in any spelling", () => {
    const list = readPastedList("Lumen https://lumen.fr\nmartin.fr\nhttps://lumen.fr/ www.lumen.fr", RULES);
    expect(list.companies.map(({ company }) => company.name)).toEqual(["Lumen", "martin.fr"]);
    expect(list.problems.map(({ line, first_line: first }) => [line, first])).toEqual([
      [3, 1],
      [3, 1],
    ]);
  });

  it("of ten thousand lines is read soon", () => {
    const lines = Array.from({ length: LIMITS.listLines - 1 }, (_, at) => `F;f.fr;rh${at}@f.fr`);
    const list = read(["name;website;email", ...lines].join("\n"));
    expect(list.companies).toMatchObject([{ company: { emails: { length: 5 } } }]);
    expect(list.problems).toHaveLength(LIMITS.listLines - 2);
  });
});

describe("pasted addresses", () => {
  it("may be divided by lines, commas, semicolons and spaces", () => {
    const list = readPastedList(
      "martin.fr, https://durand.fr/contact; www.petit.fr\r\n\n(dubois.fr).\nrh@lenoir.fr",
      RULES,
    );
    expect(list.companies.map(({ line, company }) => [line, company.name, company.website])).toEqual([
      [1, "martin.fr", "https://martin.fr/"],
      [1, "durand.fr", "https://durand.fr/contact"],
      [1, "petit.fr", "https://www.petit.fr/"],
      [3, "dubois.fr", "https://dubois.fr/"],
      [4, "lenoir.fr", null],
    ]);
    expect(list.problems).toEqual([]);
  });

  it("may stand beside the name of the company", () => {
    const list = readPastedList("• Boulangerie Martin : https://martin.fr\nAu Pain Doré, aupaindore.fr", RULES);
    expect(list.companies.map(({ company }) => company.name)).toEqual(["Boulangerie Martin", "Au Pain Doré"]);
  });

  it.each([
    ["Boulangerie Martin www.martin.fr, pas-une-adresse", ["Boulangerie Martin"], ["pas-une-adresse"]],
    ["Boulangerie Martin, martin.fr, Lyon 3e", ["Boulangerie Martin"], ["Lyon 3e"]],
    ["martin.fr; Boulangerie Martin", ["Boulangerie Martin"], []],
    ["Boulangerie Martin\tmartin.fr\tLyon", ["Boulangerie Martin"], ["Lyon"]],
    ["Boulangerie Martin martin.fr, Au Pain Doré aupaindore.fr", ["Boulangerie Martin", "Au Pain Doré"], []],
    ["martin.fr, 12", ["martin.fr"], ["12"]],
  ])("take no name from beyond a comma: %s", (text, names, refused) => {
    const list = readPastedList(text, RULES);
    expect(list.companies.map(({ company }) => company.name)).toEqual(names);
    expect(list.problems.map(({ value }) => value)).toEqual(refused);
  });

  it("are refused one by one, each with its line", () => {
    const list = readPastedList("martin.fr\nbonjour\ngopher://durand.fr petit.fr", RULES);
    expect(list.companies).toHaveLength(2);
    expect(list.problems).toEqual([
      { line: 2, field: "website", value: "bonjour", reason: "website_invalid", refused: true },
      { line: 3, field: "website", value: "gopher://durand.fr", reason: "website_scheme", refused: true },
    ]);
  });
});

describe("a large list", () => {
  const lines = (count: number) =>
    ["Nom;Site", ...Array.from({ length: count }, (_, at) => `F${at};f${at}.fr`)].join("\n");

  it("of 10,000 lines is read whole", () => {
    const list = read(lines(LIMITS.listLines - 1));
    expect(list.companies).toHaveLength(9_999);
    const preview = toPreview(list, new Set(["f0.fr", "f700.fr"]));
    expect(preview).toMatchObject({ total: 9_997, first: 499, lists: 20 });
    expect(preview.companies).toHaveLength(20);
    expect(preview.problems.map(({ line, value, reason }) => [line, value, reason])).toEqual([
      [2, "F0", "known"],
      [702, "F700", "known"],
    ]);
  });

  it("of more lines is refused", () => {
    expect(findCode(() => read(lines(LIMITS.listLines)))).toBe("list_too_long");
  });

  it("of five megabytes of quotes, separators or line breaks ends soon", () => {
    for (const filler of ['"', ",", '"a"b,', '"a"b\n', '"\n', "a,", "\t\n"]) {
      const text = filler.repeat(Math.floor(LIMITS.listBytes / filler.length));
      const began = performance.now();
      findCode(() => read(text));
      expect(performance.now() - began, JSON.stringify(filler)).toBeLessThan(8_000);
    }
  });

  it.each([
    ["an Excel file", [0x50, 0x4b, 0x03, 0x04, 20, 0]],
    ["an old Excel file", [0xd0, 0xcf, 0x11, 0xe0, 0xa1]],
    ["a PDF", [0x25, 0x50, 0x44, 0x46, 0x2d]],
    ["zeros", [65, 0, 0, 0, 66, 0, 0, 0, 0]],
  ])("that is %s is refused", (_, bytes) => {
    expect(findCode(() => readBytes(Uint8Array.from(bytes)))).toBe("list_unreadable");
  });

  it("that is empty holds nothing", () => {
    expect(toPreview(read(""), new Set())).toMatchObject({
      columns: [],
      companies: [],
      total: 0,
      lists: 0,
      problems: [],
    });
  });
});
