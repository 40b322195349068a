import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, it } from "vitest";
import { z } from "zod";
import { CompanyPage } from "../../../worker/contract/companies";
import { getCurrentGeneration } from "../../../worker/contract/messages";
import worker from "../../../worker/index";
import { log, logError, stripErrorData } from "../../../worker/lib/log";
import { makeCvFile, makeCvPdf } from "../../harness/make-pdf";
import { Client } from "../support/client";
import { expectConsoleError } from "../support/console-errors";
import { linkGmail, listOutbox } from "../support/gmail-sandbox";
import { getSearchObject } from "../support/objects";
import { orderFault } from "../support/sandbox-client";
import { database } from "../support/seed";

// Unique words in everything a user types, uploads, finds and sends; they may not appear in logs or foreign answers.

/** Every log line of the product, console.error included, which the setup file has replaced. */
let loggedLines: string[] = [];
const { log: consoleLog } = console;
let consoleError = console.error;
const CONSOLE = ["log", "info", "warn", "debug"] as const;
const consoleBefore = CONSOLE.map((name) => console[name]);

beforeEach(() => {
  loggedLines = [];
  const keep = (...parts: unknown[]) => void loggedLines.push(parts.map(String).join(" "));
  for (const name of CONSOLE) console[name] = keep;
  consoleError = console.error;
  console.error = (...parts: unknown[]) => {
    keep(...parts);
    consoleError(...parts);
  };
});
afterEach(() => {
  CONSOLE.forEach((name, at) => {
    console[name] = consoleBefore[at] ?? consoleLog;
  });
  console.error = consoleError;
});

const PERSONAL_DATA = {
  name: "Zéphyrine Quillebœuf",
  email: "quillebeuf.marker@mail.example",
  password: "passwordmarker1",
  cv: "Conservatrice des phares Belleclaire",
  template: "Bonjour, je restaure des astrolabes.",
  query: "astrolabiste",
  custom: "custom_fabricant de sextants",
  city: "Toulouse (France)",
  message: "Bonjour, votre phare de Kermorvan m'enchante.",
  subject: "Candidature gardienne de phare",
  gmail: "phare.marker@mail.example",
  never: "jamais.marker@kermorvan.example",
  reason: "Kermorvan ne recrute jamais",
};
/** Parts that identify each value in any spelling. */
const MARKERS = [
  "quillebœuf",
  "quilleb",
  "zéphyrine",
  "marker",
  "belleclaire",
  "astrolab",
  "sextant",
  "kermorvan",
  "phare",
];
const findMarkers = (text: string) => MARKERS.filter((marker) => text.toLowerCase().includes(marker));
const SearchStarted = z.object({ search_id: z.string() });

/** The main job, from sign-up to deletion, with failures on the way. */
async function runMainJourney(other: Client): Promise<{ seenByOther: string[]; addresses: string[] }> {
  const ana = new Client();
  const { name, email, password, template } = PERSONAL_DATA;
  await ana.post("/api/auth/register", { name, email, password, language: "fr" });
  await ana.post("/api/auth/login", { email, password: "wrong-marker" });
  await ana.upload(
    "/api/settings/cv",
    "cv",
    makeCvFile(makeCvPdf([PERSONAL_DATA.cv, "Trois ans au phare."]), "cv-marker.pdf"),
  );
  await ana.patch("/api/settings/template-message", { message: template });
  expect(await ana.post("/api/settings/wizard-complete")).toMatchObject({ status: 200 });
  await ana.post("/api/settings/improve-message", { mode: "improve", message: template });
  await ana.post("/api/search/categories", { query: PERSONAL_DATA.query });
  const { search_id } = (
    await ana.post("/api/search/run", {
      business_types: ["shop_bakery", PERSONAL_DATA.custom],
      cities: [PERSONAL_DATA.city, "Kermorvan-sur-Marker (France)"],
    })
  ).as(SearchStarted);
  const search = getSearchObject(search_id);
  const { user } = (await ana.get("/api/auth/me")).as(z.object({ user: z.object({ id: z.string() }) }));
  await expect.poll(async () => (await search.status(user.id))?.status, { timeout: 20_000 }).toBe("completed");
  await ana.post(`/api/search/add-to-dashboard/${search_id}`);
  const { companies } = (await ana.get("/api/dashboard/companies")).as(CompanyPage);
  const [first, second] = companies.filter(({ recipient }) => recipient !== null);
  if (!first || !second) throw new Error("the search found no company with an address");
  await ana.post(`/api/dashboard/companies/${first.id}/generate-message`);
  await ana.post("/api/dashboard/companies/bulk-generate-message", { company_ids: [second.id], overwrite: true });
  await expect
    .poll(
      async () =>
        (await ana.get("/api/dashboard/generations/current")).as(getCurrentGeneration.answer).generation?.finished_at ??
        null,
      { timeout: 15_000 },
    )
    .not.toBeNull();
  for (const { id } of [first, second])
    await ana.patch(`/api/dashboard/companies/${id}`, {
      message: PERSONAL_DATA.message,
      subject: PERSONAL_DATA.subject,
    });
  await linkGmail(ana, { email: PERSONAL_DATA.gmail });
  await ana.post("/api/settings/do-not-contact", { entry: PERSONAL_DATA.never });
  await new Client().post("/api/objections", { entry: PERSONAL_DATA.never, reason: PERSONAL_DATA.reason });
  await ana.get(`/api/dashboard/companies/${first.id}/preview`);
  const confirm = ["already_contacted", "needs_review", "outcome_unknown"];
  await orderFault("gmail", "500", { times: 1 });
  await ana.post(`/api/dashboard/companies/${first.id}/send-email`, { confirm });
  await ana.post(`/api/dashboard/companies/${first.id}/send-email`, { confirm });
  await ana.post(`/api/dashboard/companies/${second.id}/send-test`, {});
  expect(await listOutbox()).not.toEqual([]);
  await ana.get("/api/settings/emails");
  await ana.get(`/api/nothing/${PERSONAL_DATA.email}?q=${PERSONAL_DATA.query}`);
  await ana.get(`/api/dashboard/companies/${encodeURIComponent(PERSONAL_DATA.email)}`);
  const seenByOther: string[] = [];
  for (const path of [
    "/api/auth/me",
    "/api/settings",
    "/api/settings/emails",
    "/api/settings/do-not-contact",
    "/api/settings/export",
    "/api/dashboard/companies",
    "/api/archive/companies",
    "/api/search/history",
    "/api/search/current",
    `/api/search/status/${search_id}`,
    `/api/search/${search_id}/companies`,
    `/api/dashboard/companies/${first.id}`,
    `/api/dashboard/companies/${first.id}/preview`,
    "/api/dashboard/generations/current",
    "/api/health",
  ])
    seenByOther.push(JSON.stringify((await other.get(path)).body));
  await worker.scheduled({ scheduledTime: Date.now(), cron: "", noRetry: () => undefined }, env);
  // The values were stored: their owner gets them back.
  expect(findMarkers(JSON.stringify((await ana.get("/api/settings/export")).body)).toSorted()).toEqual(
    MARKERS.toSorted(),
  );
  expect(await ana.delete("/api/settings/account")).toMatchObject({ status: 200 });
  return {
    seenByOther,
    addresses: companies
      .flatMap((company) => [company.email, company.phone, company.name])
      .filter((text) => text.length > 4),
  };
}

it("no log line and no answer to another user contains what a user typed, uploaded, found or sent", async () => {
  const other = new Client();
  await other.post("/api/auth/register", {
    name: "Ben",
    email: "ben@mail.example",
    password: "secret1",
    language: "fr",
  });
  await other.upload("/api/settings/cv", "cv", makeCvFile());
  await other.post("/api/settings/wizard-complete");
  const { seenByOther, addresses } = await runMainJourney(other);
  const logged = loggedLines.join("\n");
  expect(loggedLines.length).toBeGreaterThan(30);
  for (const event of ["request", "search_ended"]) expect(logged).toContain(`"event":"${event}"`);
  expect(findMarkers(logged)).toEqual([]);
  expect(findMarkers(seenByOther.join("\n"))).toEqual([]);
  expect(addresses.length).toBeGreaterThan(5);
  expect(addresses.filter((text) => logged.includes(text))).toEqual([]);
  // The lines are JSON, one event each.
  for (const line of loggedLines) expect(JSON.parse(line)).toMatchObject({ event: expect.any(String) as string });
}, 90_000);

it("an error names what broke without its data: no statement parameter, no quoted text", async () => {
  expectConsoleError(/"event":"broke"/u);
  const failing = await database.run("SELECT nothing FROM nowhere").then(
    () => undefined,
    (error: unknown) => error,
  );
  const ofStatement = Object.assign(new Error("Failed query: select ?\nparams: marker"), {
    cause: new Error("D1 is down"),
  });
  const ofJson = await new Response("marker { not json").json().then(
    () => undefined,
    (error: unknown) => error,
  );
  for (const error of [failing, ofStatement, ofJson]) logError("broke", error);
  log("ended", { status: 200 });
  expect(findMarkers(loggedLines.join("\n"))).toEqual([]);
  expect(loggedLines.join("\n")).toContain("D1 is down");
  for (const error of [ofStatement, ofJson])
    expect(`${stripErrorData(error).message} ${stripErrorData(error).stack}`).not.toContain("marker");
});
