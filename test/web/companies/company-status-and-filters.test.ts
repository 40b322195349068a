import i18next from "i18next";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { renderStatusCell } from "../../../web/features/companies/components/status-cell";
import { replaceCompany, removeCompanies, setDoubt } from "../../../web/features/companies/hooks/use-company-cache";
import { toReadableType, listBusinessTypes } from "../../../web/features/companies/model/business-types";
import { toCompanyTable } from "../../../web/features/companies/model/company-csv";
import {
  correctStates,
  countStates,
  listInState,
  getCompanyStatus,
  joinWaiting,
} from "../../../web/features/companies/model/company-status";
import {
  reorderCompanies,
  filterCompanies,
  toggleSort,
  indexCompaniesById,
} from "../../../web/features/companies/model/table-filter";
import { showTexts } from "../../../web/i18n/i18n";
import { findComing } from "../../../web/lib/coming-messages";
import { formatBriefDayAndTime } from "../../../web/lib/format";
import { listIdsInRange } from "../../../web/lib/range";
import type { Company } from "../../../worker/contract/companies";
import { FIRST_LISTING, type Listing } from "../../../worker/contract/dashboard-preload";
import { TEXTS } from "../../e2e/support/screen-texts";
import { makeOutboxMail } from "../support/outbox-mail";

const NONE = new Map<string, never>();

const makeCompany = (values: Partial<Company> = {}): Company => ({
  id: "a",
  name: "Atelier Éclat",
  website: "https://www.eclat.test/",
  redirected_from: null,
  business_type: "craft_lighting",
  city: "Lyon",
  country: "FR",
  email: "jobs@eclat.test",
  phone: "",
  contacts: [],
  contact_form: null,
  careers_page: null,
  apply_elsewhere: null,
  recipient: "jobs@eclat.test",
  language: "fr",
  subject: "Candidature",
  message: "Bonjour",
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
  source: "OSM",
  sources: null,
  lat: null,
  lon: null,
  distance_km: null,
  size: null,
  sector: null,
  chain: null,
  profile_id: null,
  ...values,
});

const isNeverBlocked = () => false;

describe("a company on the do-not-contact list", () => {
  const isBlocked = ({ id }: Company) => id.startsWith("listed");
  const list = [
    makeCompany(),
    makeCompany({ id: "listed-1" }),
    makeCompany({ id: "listed-2", message: "" }),
    makeCompany({ id: "listed-3", email_sent: true }),
    makeCompany({ id: "listed-4", recipient: null }),
  ];

  it("is neither ready nor to be written, but keeps its sent mails", () => {
    expect(countStates(list, isBlocked)).toEqual({
      all: 5,
      ready: 1,
      queued: 0,
      coming: 0,
      to_write: 0,
      no_email: 1,
      blocked: 2,
      unsure: 0,
      sent: 1,
    });
    expect(listInState(list, "ready", isBlocked, 20).map(({ id }) => id)).toEqual(["a"]);
    expect(filterCompanies(list, "", "blocked", isBlocked).map(({ id }) => id)).toEqual(["listed-1", "listed-2"]);
  });

  it("is taken out of the server's counts as soon as it is loaded", () => {
    const ofServer = { ready: 40, to_write: 10, no_email: 5, unsure: 0, sent: 1 };
    expect(correctStates(ofServer, 56, list, isBlocked)).toEqual({
      all: 56,
      ready: 39,
      queued: 0,
      coming: 0,
      to_write: 9,
      no_email: 5,
      blocked: 2,
      unsure: 0,
      sent: 1,
    });
  });
});

describe("a company whose message may be written later", () => {
  const companies = [
    makeCompany({ id: "a", message: "" }),
    makeCompany({ id: "b", message: "" }),
    makeCompany({ id: "c" }),
    makeCompany({ id: "d", message: "", recipient: null }),
    makeCompany({ id: "e", email_sent: true }),
  ];
  const by = "2026-11-29T10:00:00.000Z";
  const { message_version: version } = makeCompany();
  const coming = new Map(["b", "c", "d", "e"].map((id) => [id, { by, version }]));
  const joined = joinWaiting(companies, NONE, coming);

  it("is neither without a message nor ready, in the counts, the filters and the next series", () => {
    expect(countStates(joined, isNeverBlocked)).toMatchObject({
      coming: 2,
      to_write: 1,
      ready: 0,
      no_email: 1,
      sent: 1,
    });
    const ofServer = { ready: 41, to_write: 12, no_email: 1, unsure: 0, sent: 1 };
    expect(correctStates(ofServer, 55, joined, isNeverBlocked)).toMatchObject({ coming: 2, to_write: 11, ready: 40 });
    expect(listInState(joined, "to_write", isNeverBlocked, 20).map(({ id }) => id)).toEqual(["a"]);
    expect(filterCompanies(joined, "", "coming", isNeverBlocked).map(({ id }) => id)).toEqual(["b", "c"]);
  });

  it("is itself again once the series is over, or the user has written the message", () => {
    const written = joinWaiting([makeCompany({ id: "b", message_version: version + 1 })], NONE, coming);
    expect(countStates(written, isNeverBlocked)).toMatchObject({ coming: 0, ready: 1 });
    expect(countStates(joinWaiting(joined, NONE, NONE), isNeverBlocked)).toMatchObject({ coming: 0, to_write: 2 });
  });

  it("is told nowhere of a company that was written to meanwhile", () => {
    expect(findComing(coming, makeCompany({ id: "b" }))).toBe(by);
    expect(findComing(coming, makeCompany({ id: "b", email_sent: true }))).toBeUndefined();
  });

  it("says by when in its row", () => {
    showTexts("en", TEXTS.en);
    const show = (at: number) => {
      const company = joined[at];
      return company ? renderToStaticMarkup(renderStatusCell(company, i18next.t, "en", {})) : "";
    };
    expect(show(1)).toContain(TEXTS.en.companies.waiting.coming);
    expect(show(1)).toContain(formatBriefDayAndTime(by, "en"));
    expect(show(0)).toContain(TEXTS.en.companies.waiting.to_write);
    expect(show(3)).toContain(TEXTS.en.companies.waiting.no_email);
  });
});

describe("a company that was applied to in another way", () => {
  const applied = makeCompany({ applied: { way: "form", at: "2026-11-28T10:00:00.000Z" } });

  it("is not ready, with or without an address", () => {
    expect([getCompanyStatus(applied), getCompanyStatus({ ...applied, recipient: null })]).toEqual([
      "applied",
      "applied",
    ]);
    expect(countStates([applied], isNeverBlocked)).toMatchObject({ ready: 0, sent: 1 });
    expect(listInState([applied], "ready", isNeverBlocked, 20).map(({ id }) => id)).toEqual([]);
  });
});

describe("a company whose mail waits in the outbox", () => {
  const mail = makeOutboxMail({ company_id: "b", leaves_at: "2026-11-24T09:00:00.000Z" });
  const companies = [makeCompany(), makeCompany({ id: "b" })];
  const joined = joinWaiting(companies, new Map([["b", mail]]), NONE);

  it("is queued, not ready, in the counts, the filters and the next batch", () => {
    expect(countStates(joined, isNeverBlocked)).toMatchObject({ all: 2, ready: 1, queued: 1 });
    expect(
      correctStates({ ready: 40, to_write: 0, no_email: 0, unsure: 0, sent: 0 }, 40, joined, isNeverBlocked),
    ).toMatchObject({ ready: 39, queued: 1 });
    const ofServer = { ready: 40, to_write: 0, no_email: 0, unsure: 1, sent: 0 };
    const unlisted = [mail, { ...mail, status: "sending" as const }];
    expect(correctStates(ofServer, 41, joined, isNeverBlocked, unlisted)).toMatchObject({
      ready: 38,
      queued: 3,
      unsure: 0,
    });
    expect(listInState(joined, "ready", isNeverBlocked, 20).map(({ id }) => id)).toEqual(["a"]);
    expect(filterCompanies(joined, "", "queued", isNeverBlocked).map(({ id }) => id)).toEqual(["b"]);
  });

  it("is sent once it is known to be, though the outbox has not told yet", () => {
    const sent = makeCompany({ id: "b", email_sent: true });
    expect(countStates(joinWaiting([sent], new Map([["b", mail]]), NONE), isNeverBlocked)).toMatchObject({
      queued: 0,
      sent: 1,
    });
  });

  it("leaves other rows as they are, and is itself again once the mail has gone", () => {
    expect(joined[0]).toBe(companies[0]);
    expect(joinWaiting(joined, new Map([["b", mail]]), NONE)).toBe(joined);
    expect(countStates(joinWaiting(joined, new Map(), NONE), isNeverBlocked)).toMatchObject({ ready: 2, queued: 0 });
  });
});

describe("the status of a company", () => {
  it.each([
    ["ready", {}],
    ["ready", { send_status: "failed" }],
    ["to_write", { message: " \n" }],
    ["no_email", { recipient: null, message: "" }],
    ["unsure", { send_status: "unknown" }],
    ["sending", { send_status: "sending" }],
    ["sent", { email_sent: true, send_status: "sent", recipient: null }],
  ] satisfies [string, Partial<Company>][])("is %s for %o", (standing, values) => {
    expect(getCompanyStatus(makeCompany(values))).toBe(standing);
  });

  it("counts each company once, and the counts add up", () => {
    const counts = countStates(
      [
        makeCompany(),
        makeCompany({ message: "" }),
        makeCompany({ recipient: null }),
        makeCompany({ send_status: "sending" }),
        makeCompany({ email_sent: true }),
      ],
      isNeverBlocked,
    );
    expect(counts).toEqual({
      all: 5,
      ready: 1,
      queued: 0,
      coming: 0,
      to_write: 1,
      no_email: 1,
      blocked: 0,
      unsure: 1,
      sent: 1,
    });
  });
});

describe("the filters", () => {
  const list = [
    makeCompany(),
    makeCompany({
      id: "b",
      name: "Boulangerie Ça",
      website: "https://ca.test/",
      city: "Paris",
      email: "pain@ca.test",
      phone: "+33465713981",
      contacts: [
        {
          kind: "phone",
          value: "+33465713981",
          text: "+33 4 65 71 39 81",
          page: "",
          how: "user",
          seen_at: "2026-11-01T10:00:00.000Z",
        },
      ],
      message: "",
    }),
  ];
  it.each([
    ["eclat", "all", ["a"]],
    ["  ECLAT lyon ", "all", ["a"]],
    ["eclat paris", "all", []],
    ["pain@ca", "all", ["b"]],
    ["+33465713981", "all", ["b"]],
    ["71 39 81", "all", ["b"]],
    ["04 65 71", "all", ["b"]],
    ["0465713981", "all", ["b"]],
    ["", "to_write", ["b"]],
    ["", "all", ["a", "b"]],
  ] as const)("%j in the state %s: %j", (text, state, ids) => {
    expect(filterCompanies(list, text, state, isNeverBlocked).map(({ id }) => id)).toEqual(ids);
  });
});

it('keeps what was just written on screen under the filter "to write", and lists what is left to write', () => {
  const list = [makeCompany({ id: "written" }), makeCompany({ id: "other" }), makeCompany({ id: "open", message: "" })];
  const kept = new Set(["written"]);
  expect(filterCompanies(list, "", "to_write", isNeverBlocked, kept).map(({ id }) => id)).toEqual(["written", "open"]);
  expect(filterCompanies(list, "paris", "to_write", isNeverBlocked, kept)).toEqual([]);
  expect(listInState(list, "to_write", isNeverBlocked, 20).map(({ id }) => id)).toEqual(["open"]);
});

it("appends the rows of one status to the loaded ones, each company once", () => {
  const loaded = ["a", "b", "c"].map((id) => makeCompany({ id }));
  const ready = ["b", "e", "g"].map((id) => makeCompany({ id }));
  expect([...indexCompaniesById(loaded, ready).keys()]).toEqual(["a", "b", "c", "e", "g"]);
});

it.each([
  [{ by: "created_at", order: "asc" }, ["old", "a", "b", "new"]],
  [{ by: "created_at", order: "desc" }, ["new", "b", "a", "old"]],
  [{ by: "website", order: "asc" }, ["b", "new", "a", "old"]],
  [{ by: "website", order: "desc" }, ["old", "a", "new", "b"]],
] as const)("sorts a complete list by %j as the server does, ties by id", (wanted, ids) => {
  const newestFirst = [
    makeCompany({ id: "new", created_at: "2026-03-01T00:00:00.000Z", website: "https://b.example/" }),
    makeCompany({ id: "b", created_at: "2026-02-01T00:00:00.000Z", website: "https://a.example/" }),
    makeCompany({ id: "a", created_at: "2026-02-01T00:00:00.000Z", website: "https://c.example/" }),
    makeCompany({ id: "old", created_at: "2026-01-01T00:00:00.000Z", website: "https://c.example/" }),
  ];
  expect(reorderCompanies(newestFirst, { by: "created_at", order: "desc" }, wanted).map(({ id }) => id)).toEqual(ids);
});

it("offers twenty that are ready for one batch, none of them being written", () => {
  const many = Array.from({ length: 30 }, (_, index) => makeCompany({ id: `c${index}`, generating: index === 0 }));
  expect(listInState(many, "ready", isNeverBlocked, 20).map(({ id }) => id)).toEqual(
    Array.from({ length: 20 }, (_, index) => `c${index + 1}`),
  );
});

it("asks for the names of each business type once", () => {
  expect(
    listBusinessTypes([
      { business_type: "office_it;shop_books" },
      { business_type: "shop_books;" },
      { business_type: "" },
    ]),
  ).toEqual(["office_it", "shop_books"]);
  expect(toReadableType("custom_studio de jeux")).toBe("studio de jeux");
  expect(toReadableType("office_it")).toBe("Office it");
});

it("companies without a website come last in either order, however the list came", () => {
  const list = [
    makeCompany({ id: "a", website: "" }),
    makeCompany({ id: "b", website: "https://b.example/" }),
    makeCompany({ id: "c", website: "" }),
    makeCompany({ id: "d", website: "https://a.example/" }),
  ];
  const toIds = (companies: readonly Company[]) => companies.map(({ id }) => id);
  const [asc, desc] = [
    { by: "website", order: "asc" },
    { by: "website", order: "desc" },
  ] as const;
  const upwards = reorderCompanies(list, FIRST_LISTING, asc);
  const downwards = reorderCompanies(list, FIRST_LISTING, desc);
  expect([toIds(upwards), toIds(downwards)]).toEqual([
    ["d", "b", "a", "c"],
    ["b", "d", "c", "a"],
  ]);
  expect([reorderCompanies(upwards, asc, desc), reorderCompanies(downwards, desc, asc)]).toEqual([downwards, upwards]);
});

it("sorts by names and by sites as people read them", () => {
  const list = [
    makeCompany({ id: "a", name: "Zebra", website: "https://www.beta.test/" }),
    makeCompany({ id: "b", name: "Éclat", website: "http://xn--rzte-koa.test/" }),
    makeCompany({ id: "c", name: "eclair", website: "https://alpha.test/lyon/" }),
    makeCompany({ id: "d", name: " ", website: "http://www.delta.test/" }),
  ];
  const sort = (by: "name" | "website") =>
    reorderCompanies(list, FIRST_LISTING, { by, order: "asc" }).map(({ id }) => id);
  expect(sort("name")).toEqual(["d", "c", "b", "a"]);
  expect(sort("website")).toEqual(["c", "b", "a", "d"]);
});

it("sorts by website ascending first, then descending, then the newest first again", () => {
  const start: Listing = { by: "created_at", order: "desc", favorites: true };
  const once = toggleSort(start, "website");
  const twice = toggleSort(once, "website");
  expect([once, twice, toggleSort(twice, "website")]).toEqual([
    { by: "website", order: "asc", favorites: true },
    { by: "website", order: "desc", favorites: true },
    start,
  ]);
});

describe("a range", () => {
  const order = ["a", "b", "c", "d"];
  it.each([
    ["b", "d", ["b", "c", "d"]],
    ["d", "b", ["b", "c", "d"]],
    ["gone", "c", ["c"]],
    [null, "a", ["a"]],
  ] as const)("from %s to %s is %j", (anchor, pressed, ids) => {
    expect(listIdsInRange(order, anchor, pressed)).toEqual(ids);
  });
});

it("exports every company as a row below the header", () => {
  const words = {
    header: (column: string) => column,
    typeNames: () => "Luminaires",
    status: () => "En attente",
    yes: "oui",
    own: "ajouté par vous",
  };
  const [, own = []] = toCompanyTable([makeCompany({ source: "added by you" })], words);
  expect(own).toContain("ajouté par vous");
  const [head = [], row = [], ...rest] = toCompanyTable(
    [makeCompany({ favorited: true, sent_at: "2026-11-02T10:00:00.000Z" })],
    words,
  );
  expect(rest).toEqual([]);
  expect(Object.fromEntries(head.map((column, index) => [column, row[index]]))).toMatchObject({
    name: "Atelier Éclat",
    types: "Luminaires",
    status: "En attente",
    favorite: "oui",
    sent_at: "2026-11-02T10:00:00.000Z",
    source: "OSM",
  });
});

describe("the cached lists", () => {
  const states = { ready: 40, to_write: 10, no_email: 5, unsure: 0, sent: 1 };
  const data = {
    pages: [
      { companies: [makeCompany(), makeCompany({ id: "b", message: "" })], next_cursor: "more", total: 56, states },
    ],
    pageParams: [null],
  };

  it("updates the counts when a company changes, loaded or not", () => {
    const [page] = replaceCompany(data, makeCompany({ id: "b", message: "Bonjour" })).pages;
    expect(page).toMatchObject({ total: 56, states: { ...states, ready: 41, to_write: 9 } });
    expect(page?.companies.map(({ message }) => message)).toEqual([makeCompany().message, "Bonjour"]);
  });

  it("are unchanged for a company that is not in them", () => {
    expect(replaceCompany(data, makeCompany({ id: "elsewhere" }))).toBe(data);
  });

  it("keep a later message when the answer to an earlier call is late", () => {
    expect(replaceCompany(data, makeCompany({ id: "b", message: "Old", message_version: 0 }))).toBe(data);
  });

  it("show and lose the warning of a message, but only of the version that was checked", () => {
    const listWarnings = ({ pages }: Pick<Parameters<typeof setDoubt>[0], "pages">) =>
      pages[0]?.companies.map((each) => each.message_warnings);
    const marked = setDoubt(data, { id: "b", message_version: 1 }, true);
    expect(listWarnings(marked)).toEqual([[], ["unsupported_sentence"]]);
    expect(setDoubt(marked, { id: "b", message_version: 2 }, false)).toBe(marked);
    expect(listWarnings(setDoubt(marked, { id: "b", message_version: 1 }, true))).toEqual(listWarnings(marked));
    expect(listWarnings(setDoubt(marked, { id: "b", message_version: 1 }, false))).toEqual([[], []]);
  });

  it("count one less when it has left", () => {
    expect(removeCompanies(data, new Set(["a", "elsewhere"])).pages[0]).toMatchObject({
      total: 55,
      states: { ...states, ready: 39 },
      companies: [{ id: "b" }],
    });
  });

  it("may be the archive, which has no counts", () => {
    const archive = { pages: [{ companies: [makeCompany()], next_cursor: null, total: 1 }], pageParams: [null] };
    expect(removeCompanies(archive, new Set(["a"])).pages).toEqual([{ companies: [], next_cursor: null, total: 0 }]);
  });
});
