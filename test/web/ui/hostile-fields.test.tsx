import { QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { WaysSection } from "../../../web/features/applications/components/ways-section";
import { useCompanyColumns } from "../../../web/features/companies/components/company-columns";
import { toCompanyTable } from "../../../web/features/companies/model/company-csv";
import { CompanyFactsSection } from "../../../web/features/company/components/company-facts-section";
import { TimelineSection } from "../../../web/features/company/components/timeline-section";
import { EmailPreview } from "../../../web/features/mail/components/email-preview";
import { GmailMailLink } from "../../../web/features/mail/components/gmail-mail-link";
import { SentLogMailDialog } from "../../../web/features/mail/components/sent-log-mail-dialog";
import { toLogTable } from "../../../web/features/mail/model/sent-log-csv";
import { MessageView } from "../../../web/features/messages/components/message-view";
import { FoundCompaniesList } from "../../../web/features/search/components/found-companies-list";
import { NO_FILTER } from "../../../web/features/search/model/found-view";
import { showTexts } from "../../../web/i18n/i18n";
import { queryClient } from "../../../web/lib/query-client";
import { toSourceUrl } from "../../../web/lib/source-url";
import { ExternalLink } from "../../../web/ui/button/external-link";
import { Attribution } from "../../../web/ui/company/attribution";
import { ContactSourcesDialog } from "../../../web/ui/company/contact-sources-dialog";
import { SourceList, SourcedText } from "../../../web/ui/mail/sourced-text";
import { Table } from "../../../web/ui/table/table";
import type { Company } from "../../../worker/contract/companies";
import type { CompanyPage } from "../../../worker/contract/company-page";
import { toCsv } from "../../../worker/contract/csv";
import type { LoggedMail } from "../../../worker/contract/mail";
import { TEXTS } from "../../e2e/support/screen-texts";

// Hostile strings in every field that comes from pages and directories, even where the server would drop them.

showTexts("en", TEXTS.en);
const render = (node: ReactNode) =>
  renderToStaticMarkup(<QueryClientProvider client={queryClient}>{node}</QueryClientProvider>);

const HOSTILE_MARKUP = [
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  '"><svg onload=alert(1)>',
  "' onmouseover='alert(1)",
  "</td></table><iframe src=javascript:alert(1)>",
  "{{constructor.constructor('alert(1)')()}}",
  "$t(common.skip)",
  "&ltscript&gt",
];
const HOSTILE_URLS = [
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
const HOSTILE_FORMULAS = [
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

const makeCompany = (text: string, address: string): Company => ({
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
  sources: [{ name: text, licence: text, url: address }],
  lat: null,
  lon: null,
  distance_km: null,
  size: text,
  sector: text,
  chain: text,
  profile_id: text,
  contacts: [
    { kind: "email", value: text, page: address, how: "text", seen_at: "2026-11-01T10:00:00.000Z" },
    { kind: "phone", value: text, page: address, how: "text", seen_at: "2026-11-01T10:00:00.000Z" },
  ],
  contact_form: null,
  careers_page: null,
  apply_elsewhere: { url: address, reason: text },
  message_version: 1,
  message_author: "assistant",
  message_read: false,
  message_warnings: [],
  generating: false,
  favorited: false,
  email_sent: false,
  sent_at: null,
  applied: null,
  outcome: null,
  outcome_at: null,
  next_date: null,
  send_status: "none",
  state: "dashboard",
  archived_at: null,
  created_at: "2026-11-01T10:00:00.000Z",
});
const makeLoggedMail = (text: string): LoggedMail => ({
  id: "m",
  company_id: "a",
  company_name: text,
  test: false,
  step: 0,
  time: "2026-11-01T10:00:00.000Z",
  recipient: text,
  subject: text,
  body: text,
  status: "failed",
  error: text,
  provider_response: text,
  gmail_thread_id: text,
});

const makeCompanyPage = (company: Company, text: string): CompanyPage => ({
  company,
  facts: [],
  note: { text, version: 1, updated_at: "2026-11-01T10:00:00.000Z" },
  tags: [text],
  versions: [],
  mails: [{ ...makeLoggedMail(text), status: "unknown" }],
  applications: [{ way: "form", target: text, created_at: "2026-11-01T10:00:00.000Z" }],
  calls: [{ step: 1, number: text, called_at: "2026-11-01T10:00:00.000Z" }],
  outcomes: [
    {
      id: text,
      outcome: "answered",
      how: "pasted",
      status: "confirmed",
      created_at: "2026-11-01T10:00:00.000Z",
      decided_at: "2026-11-01T10:00:00.000Z",
      sender: text,
      subject: text,
      excerpt: text,
      sender_proven: null,
    },
  ],
  dead_addresses: [{ address: text, how: "user", created_at: "2026-11-01T10:00:00.000Z" }],
});

function Dashboard({ company }: { company: Company }) {
  const columns = useCompanyColumns(() => undefined, { canAddEmail: true, onOpen: () => undefined });
  return <Table caption="companies" columns={Object.values(columns)} rows={[company]} />;
}

/** Every component that shows a company or a mail. */
function renderEverywhere(text: string, address: string): string {
  const company = makeCompany(text, address);
  const mail = {
    from: { name: text, address: text },
    to: text,
    reply_to: text,
    subject: text,
    text,
    attachment: { name: text, size: 1, type: text },
    letter: { name: text, size: 1, type: text },
  };
  const source = { kind: "company" as const, quote: text, url: address, cv_page: null };
  return render(
    <>
      <Dashboard company={company} />
      <FoundCompaniesList
        twins={new Map()}
        contacts={{ id: null, open: () => undefined, close: () => undefined }}
        companies={[
          {
            ...company,
            duplicate: false,
            known: false,
            seen: false,
            finished: true,
            unread: false,
            added: false,
            lat: 45,
            lon: 4,
            distance_km: 1,
            size: text,
            sector: text,
            chain: text,
            sources: [{ name: text, licence: text, url: address }],
          },
        ]}
        live={false}
        choosing
        choices={new Map()}
        onChange={() => undefined}
        filter={NO_FILTER}
        sort="found"
        onFilter={() => undefined}
        onSort={() => undefined}
        onEmail={() => Promise.reject(new Error("nobody types here"))}
        onApply={() => undefined}
      />
      <ContactSourcesDialog company={company} onClose={() => undefined} />
      <MessageView company={company} attachmentNames={[text]} />
      <EmailPreview mail={mail} companyId={company.id} language="fr" />
      <SentLogMailDialog mail={makeLoggedMail(text)} account={text} onClose={() => undefined} />
      <Attribution rows={[company]} />
      <CompanyFactsSection facts={[{ kind: "activity", text, url: address }]} language="fr" hasSite />
      <WaysSection company={{ ...company, contact_form: address, careers_page: address }} action={null} />
      <TimelineSection
        page={makeCompanyPage(company, text)}
        mailLink={(sent) => <GmailMailLink mail={sent} account={text} />}
      />
      <SourcedText
        text={text}
        sentences={[{ text, status: "supported", sources: [source] }]}
        language="fr"
        open={0}
        onOpen={() => undefined}
        panel={({ sources }) => <SourceList sources={sources} toHref={toSourceUrl} />}
      />
    </>,
  );
}

const listTags = (html: string): string[] => [...html.matchAll(/<(\w+)/gu)].map(([, tag = ""]) => tag);
const listAttributes = (html: string): string[] =>
  [...html.replace(/"[^"]*"/gu, '""').matchAll(/ ([a-z-]+)=""/giu)].map(([, name = ""]) => name);

describe("markup in a field", () => {
  const harmless = renderEverywhere("Firm", "https://firm.fr/");

  it.each(HOSTILE_MARKUP)("is shown as text: %j", (text) => {
    const html = renderEverywhere(text, "https://firm.fr/");
    expect(listTags(html)).toEqual(listTags(harmless));
    expect(listAttributes(html)).toEqual(listAttributes(harmless));
    expect(html.split(renderToStaticMarkup(text)).length).toBeGreaterThan(15);
  });
});

/** Links that the product itself makes of a company. */
const PAGES = ["https://mail.google.com/", "https://www.openstreetmap.org/", "#", "tel:"];
const OWN_PATHS = ["/companies/a", "/api/dashboard/companies/a/letter"];
const isOwnLink = (link: string) => PAGES.some((start) => link.startsWith(start)) || OWN_PATHS.includes(link);

describe("an address in a field", () => {
  it.each(HOSTILE_URLS)("is no link when it is no web address: %j", (address) => {
    const links = [...renderEverywhere("Firm", address).matchAll(/(?:href|src|action)="([^"]*)"/gu)].map(
      ([, link = ""]) => link,
    );
    expect(links.filter((link) => !isOwnLink(link))).toEqual([]);
  });

  it("is a link without referrer when it is a web address", () => {
    expect(render(<ExternalLink href="https://firm.fr/a?b=c&d">Firm</ExternalLink>)).toBe(
      '<a href="https://firm.fr/a?b=c&amp;d" target="_blank" rel="noreferrer">Firm</a>',
    );
    expect(
      render(
        <ExternalLink href="javascript:alert(1)" className="small">
          Firm
        </ExternalLink>,
      ),
    ).toBe('<span class="small">Firm</span>');
  });
});

/** The cells of a table as a spreadsheet reads them. */
function parseCells(csv: string, separator: string): string[][] {
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
    own: "added by you",
  };
  const languages = [
    ["fr", ";"],
    ["en", ","],
  ] as const;

  it.each(HOSTILE_FORMULAS)("is text in every cell of both exports: %j", (text) => {
    const tables = [toCompanyTable([makeCompany(text, text)], words), toLogTable([makeLoggedMail(text)], words)];
    for (const table of tables) {
      for (const [language, separator] of languages) {
        const [head = [], row = [], ...more] = parseCells(toCsv(table, language), separator);
        expect(more).toEqual([]);
        expect(row).toHaveLength(head.length);
        expect(row.filter((cell) => cell === `'${text}`).length).toBeGreaterThanOrEqual(5);
        expect(row.filter((cell) => /^[\s\p{C}]*[=+\-@＝＋－＠]/u.test(cell))).toEqual([]);
      }
    }
  });
});
