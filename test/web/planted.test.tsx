import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { useCompanyColumns } from "../../web/features/companies/company-columns";
import { tableOf } from "../../web/features/companies/csv";
import { Letter } from "../../web/features/mail/letter";
import { logTable } from "../../web/features/mail/log-csv";
import { LoggedMailDialog } from "../../web/features/mail/logged-mail-dialog";
import { MessageView } from "../../web/features/messages/message-view";
import { FoundList } from "../../web/features/search/found-list";
import { showTexts } from "../../web/i18n/i18n";
import { toCsv } from "../../web/lib/csv";
import { ContactsDialog } from "../../web/ui/contacts-dialog";
import { OutsideLink } from "../../web/ui/outside-link";
import { Sources } from "../../web/ui/sources";
import { Table } from "../../web/ui/table";
import type { Company } from "../../worker/contract/companies";
import type { LoggedMail } from "../../worker/contract/mail";
import { TEXTS } from "../e2e/texts";

// What strangers wrote, planted in every field that is read off their pages and directories, even where the server would not have let it in.

showTexts("en", TEXTS.en);
const shown = (node: ReactNode) => renderToStaticMarkup(node);

const MARKUP = [
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  '"><svg onload=alert(1)>',
  "' onmouseover='alert(1)",
  "</td></table><iframe src=javascript:alert(1)>",
  "{{constructor.constructor('alert(1)')()}}",
  "$t(common.skip)",
  "&ltscript&gt",
];
const ADDRESSES = [
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  " javascript:alert(1)",
  "java\nscript:alert(1)",
  "\u0001javascript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:x",
  "file:///etc/passwd",
  "blob:https://firm.fr/x",
  "//evil.example",
  "https://",
  "http:\\\\x",
  '" onclick="alert(1)',
];
const FORMULAS = [
  "=1+1",
  "=cmd|' /C calc'!A0",
  "+1+cmd",
  "-1+cmd",
  "@SUM(A1)",
  "\t=1",
  "\r=1",
  "\n=1",
  " =1",
  "\u00a0=1",
  "\u200b=1",
  "\ufeff=1",
  "\u0000=1",
  "\u001b=1",
  "＝1+1",
  "＋1+1",
  "－1+1",
  "＠x",
  '=HYPERLINK("http://evil.example")',
  '=1";"=1',
  "=1,=1",
  "=1\r\n=1",
];

const companyOf = (text: string, address: string): Company => ({
  id: "a",
  name: text,
  website: address,
  redirected_from: text,
  business_type: text,
  city: text,
  country: text,
  email: text,
  phone: text,
  recipient: text,
  language: "fr",
  subject: text,
  message: text,
  source: text,
  contacts: [
    { kind: "email", value: text, page: address, how: "text", seen_at: "2026-11-01T10:00:00.000Z" },
    { kind: "phone", value: text, page: address, how: "text", seen_at: "2026-11-01T10:00:00.000Z" },
  ],
  apply_elsewhere: { url: address, reason: text },
  message_version: 1,
  message_warnings: [],
  generating: false,
  favorited: false,
  email_sent: false,
  sent_at: null,
  send_status: "none",
  state: "dashboard",
  archived_at: null,
  created_at: "2026-11-01T10:00:00.000Z",
});
const mailOf = (text: string): LoggedMail => ({
  id: "m",
  company_id: "a",
  company_name: text,
  test: false,
  time: "2026-11-01T10:00:00.000Z",
  recipient: text,
  subject: text,
  body: text,
  status: "failed",
  error: text,
  provider_response: text,
});

function Dashboard({ company }: { company: Company }) {
  const columns = useCompanyColumns(() => undefined);
  return <Table caption="companies" columns={Object.values(columns)} rows={[company]} />;
}

/** Every place where a company or a mail is shown. */
function everywhere(text: string, address: string): string {
  const company = companyOf(text, address);
  const mail = {
    from: { name: text, address: text },
    to: text,
    subject: text,
    text,
    attachment: { name: text, size: 1, type: text },
  };
  return shown(
    <>
      <Dashboard company={company} />
      <FoundList
        companies={[{ ...company, duplicate: false, known: false, finished: true }]}
        live={false}
        choosing
        unticked={new Set()}
        onChange={() => undefined}
      />
      <ContactsDialog company={company} onClose={() => undefined} />
      <MessageView company={company} enclosure={text} />
      <Letter mail={mail} language="fr" />
      <LoggedMailDialog mail={mailOf(text)} account={text} onClose={() => undefined} />
      <Sources rows={[company]} />
    </>,
  );
}

const tagsOf = (html: string): string[] => [...html.matchAll(/<(\w+)/gu)].map(([, tag = ""]) => tag);
const attributesOf = (html: string): string[] =>
  [...html.replace(/"[^"]*"/gu, '""').matchAll(/ ([a-z-]+)=""/giu)].map(([, name = ""]) => name);

describe("markup in a field", () => {
  const harmless = everywhere("Firm", "https://firm.fr/");

  it.each(MARKUP)("is shown as text: %j", (text) => {
    const html = everywhere(text, "https://firm.fr/");
    expect(tagsOf(html)).toEqual(tagsOf(harmless));
    expect(attributesOf(html)).toEqual(attributesOf(harmless));
    expect(html.split(renderToStaticMarkup(text)).length).toBeGreaterThan(15);
  });
});

describe("an address in a field", () => {
  it.each(ADDRESSES)("is no link when it is no web address: %j", (address) => {
    const links = [...everywhere("Firm", address).matchAll(/(?:href|src|action)="([^"]*)"/gu)].map(
      ([, link = ""]) => link,
    );
    expect(
      links.filter((link) => !/^(?:https:\/\/(?:mail\.google\.com|www\.openstreetmap\.org)\/|#)/u.test(link)),
    ).toEqual([]);
  });

  it("is one when it is, and tells the other side nothing", () => {
    expect(shown(<OutsideLink href="https://firm.fr/a?b=c&d">Firm</OutsideLink>)).toBe(
      '<a href="https://firm.fr/a?b=c&amp;d" target="_blank" rel="noreferrer">Firm</a>',
    );
    expect(
      shown(
        <OutsideLink href="javascript:alert(1)" className="small">
          Firm
        </OutsideLink>,
      ),
    ).toBe('<span class="small">Firm</span>');
  });
});

/** The cells of a table as a spreadsheet reads them. */
function cellsOf(csv: string, separator: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted = "", end = ""] of csv.slice(1).matchAll(/"((?:[^"]|"")*)"(;|,|\r\n)/gu)) {
    rows.at(-1)?.push(quoted.replaceAll('""', '"'));
    if (end === "\r\n") rows.push([]);
    else expect(end).toBe(separator);
  }
  return rows.slice(0, -1);
}

describe("a formula in a field", () => {
  const words = {
    header: (column: string) => column,
    typeNames: ({ business_type: type }: Company) => type,
    status: () => "Ready",
    error: (code: string) => code,
    yes: "yes",
  };
  const languages = [
    ["fr", ";"],
    ["en", ","],
  ] as const;

  it.each(FORMULAS)("is text in every cell of both exports: %j", (text) => {
    const tables = [tableOf([companyOf(text, text)], words), logTable([mailOf(text)], words)];
    for (const table of tables) {
      for (const [language, separator] of languages) {
        const [head = [], row = [], ...more] = cellsOf(toCsv(table, language), separator);
        expect(more).toEqual([]);
        expect(row).toHaveLength(head.length);
        expect(row.filter((cell) => cell === `'${text}`).length).toBeGreaterThanOrEqual(5);
        expect(row.filter((cell) => /^[\s\p{C}]*[=+\-@＝＋－＠]/u.test(cell))).toEqual([]);
      }
    }
  });
});
