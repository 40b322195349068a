import type { Endpoint } from "../../../worker/contract/endpoint";
import { toTitle } from "./endpoints";

/** What the contract does not say of a call: the kind of id in its path, and a valid body. */
export interface EndpointCase {
  /** Round trips to the users' database, where they are not one for a read and two for a write. */
  trips?: number;
  /** Round trips to the shared database, where there are any. */
  sharedTrips?: number;
  id?: "company" | "archived" | "search" | "saved" | "generation" | "session" | "fact" | "profile";
  body?: Record<string, unknown>;
  /** A valid query, where one is required. */
  query?: string;
  /** The path with a final slash works too. */
  slash?: true;
}

const EMAIL = "new@mail.example";
const STATE = "0".repeat(64);
const APPROVED_MAIL = { company_id: "x", message_version: 1, fingerprint: "0".repeat(64) };

/** One row per call of the contract. A new call without a row fails the access matrix. */
const ENDPOINT_CASES: Record<string, EndpointCase> = {
  "GET /health": { trips: 0 },
  // An account is entered in the directory of users before it is opened, and leaves it last.
  "POST /auth/register": { sharedTrips: 1, body: { name: "Ana", email: EMAIL, password: "secret1", language: "fr" } },
  "POST /auth/login": { sharedTrips: 2, body: { email: EMAIL, password: "secret1" } },
  "POST /auth/google/state": { trips: 0, body: { state: STATE } },
  "POST /auth/google": { trips: 3, sharedTrips: 1, body: { code: "code", state: STATE, language: "fr" } },
  "POST /auth/logout": { trips: 1 },
  "GET /auth/me": {},
  "POST /auth/reauthenticate": { sharedTrips: 2, body: { password: "secret1" } },
  "POST /auth/reauthenticate/google": { sharedTrips: 1, body: { code: "code", state: STATE } },
  "GET /auth/recent-sign-in": {},
  "GET /settings": { slash: true },
  "PATCH /settings/language": { body: { language: "en" } },
  "PATCH /settings/name": { body: { name: "Ana Martín" } },
  "GET /settings/profiles": {},
  "POST /settings/profiles": { body: { name: "English", language: "en" } },
  "PATCH /settings/profiles/:id": { id: "profile", body: { name: "English" } },
  "DELETE /settings/profiles/:id": { id: "profile", body: { move_letters: true } },
  "PATCH /settings/preferences": { body: { attach_cv: false } },
  "POST /settings/cv": {},
  "GET /settings/cv/text": {},
  "GET /settings/cv/file": {},
  "GET /settings/facts": {},
  "POST /settings/facts": { body: { text: "J’ai une voiture" } },
  "POST /settings/facts/extract": { trips: 5 },
  "PATCH /settings/facts/:id": { id: "fact", body: { text: "J’ai un vélo" } },
  "DELETE /settings/facts/:id": { id: "fact" },
  "POST /settings/signature": { body: { phone: "06 12 34 56 78", links: ["https://ana.example/"] } },
  "PATCH /settings/template-message": { body: { message: "Bonjour" } },
  "POST /settings/improve-message": { body: { mode: "improve", message: "Bonjour" } },
  "POST /settings/wizard-complete": {},
  "DELETE /settings/account": { trips: 6, sharedTrips: 1 },
  "GET /settings/security": {},
  "POST /settings/password": { sharedTrips: 2, body: { current_password: "secret1", new_password: "secret2" } },
  "DELETE /settings/sessions/:id": { id: "session" },
  "DELETE /settings/sessions": {},
  "GET /settings/gmail/status": {},
  "POST /settings/gmail/authorization-url": {},
  "DELETE /settings/gmail": {},
  "GET /settings/inbox": {},
  "POST /settings/inbox": {},
  "POST /settings/inbox/address": {},
  "PATCH /settings/inbox": { body: { keep_excerpts: true } },
  "DELETE /settings/inbox": {},
  "GET /settings/emails": {},
  "GET /settings/export": {},
  "GET /settings/do-not-contact": {},
  "POST /settings/do-not-contact": { body: { entry: "firm.example" } },
  "DELETE /settings/do-not-contact": { body: { entry: "firm.example" } },
  "GET /dashboard/objections": { sharedTrips: 1 },
  "GET /dashboard/companies": {},
  "GET /dashboard/first-answers": {},
  "GET /dashboard/companies/ids": {},
  "GET /dashboard/companies/:id": { id: "company" },
  "PATCH /dashboard/companies/:id": { id: "company", body: { favorited: true } },
  "POST /dashboard/companies/:id/email": { sharedTrips: 1, id: "company", body: { email: "rh@firm.example" } },
  "POST /dashboard/companies/:id/applications": {
    sharedTrips: 1,
    id: "company",
    body: { way: "form", target: "https://firm.example/contact" },
  },
  "DELETE /dashboard/companies/:id/applications/:way": { id: "company" },
  "POST /dashboard/companies/:id/outcome": { id: "company", body: { outcome: "refused" } },
  "DELETE /dashboard/companies/:id/outcomes/:event": { id: "company" },
  "POST /dashboard/companies/:id/answer": {
    id: "company",
    body: { text: "Nous avons retenu un autre candidat. Bonne continuation." },
  },
  "GET /dashboard/proposals": {},
  "POST /dashboard/companies/:id/outcomes/:event/confirm": { id: "company", body: {} },
  "POST /dashboard/companies/:id/outcomes/:event/dismiss": { id: "company" },
  "POST /dashboard/companies/:id/next-date": { id: "company", body: { at: "2026-12-01T09:00:00Z", text: "Entretien" } },
  "DELETE /dashboard/companies/:id/next-date": { id: "company" },
  "GET /dashboard/companies/:id/next-date.ics": { id: "company" },
  "GET /applications/report": { query: "?from=2026-11-01&to=2026-11-30&zone=Europe%2FParis" },
  "GET /applications/report.pdf": { query: "?from=2026-11-01&to=2026-11-30&zone=Europe%2FParis&language=fr" },
  "GET /applications/report.csv": { query: "?from=2026-11-01&to=2026-11-30&zone=Europe%2FParis&language=fr" },
  "GET /applications/numbers": { query: "?zone=Europe%2FParis" },
  "GET /dashboard/companies/:id/page": { id: "company" },
  "GET /dashboard/companies/:id/letter": { id: "company" },
  "POST /dashboard/companies/:id/note": { id: "company", body: { text: "Rappeler lundi", version: 0 } },
  "POST /dashboard/companies/:id/tags": { id: "company", body: { tag: "À rappeler" } },
  "DELETE /dashboard/companies/:id/tags": { id: "company", body: { tag: "À rappeler" } },
  "GET /dashboard/tags": {},
  "POST /dashboard/companies/:id/archive": { id: "company" },
  "POST /dashboard/companies/bulk-archive": { body: { company_ids: ["x"] } },
  "GET /archive/companies": {},
  "POST /archive/companies/:id/unarchive": { id: "archived" },
  "POST /archive/companies/bulk-unarchive": { body: { company_ids: ["x"] } },
  "DELETE /archive/companies/:id": { sharedTrips: 1, id: "archived" },
  "POST /archive/companies/bulk-delete": { trips: 3, body: { company_ids: ["x"] } },
  "POST /search/categories": { body: { query: "boulangerie" } },
  "POST /search/categories/translate": { trips: 1, body: { gcids: ["shop_bakery"] } },
  "GET /search/places": { query: "?q=lyon&language=fr" },
  "POST /search/run": { body: { business_types: ["shop_bakery"], cities: ["Toulouse (France)"] } },
  "GET /search/status/:id": { id: "search" },
  "GET /search/current": {},
  "POST /search/cancel/:id": { id: "search" },
  "POST /search/stop/:id": { trips: 1, id: "search" },
  "POST /search/resume/:id": { id: "search" },
  "POST /search/discard/:id": { id: "search" },
  "GET /search/history": {},
  "POST /search/keep/:id": { id: "search", body: { name: "Boulangeries" } },
  "GET /saved-searches": {},
  "PATCH /saved-searches/:id": { id: "saved", body: { name: "Boulangeries" } },
  "DELETE /saved-searches/:id": { id: "saved" },
  "POST /saved-searches/:id/run": { id: "saved" },
  "GET /search/:id/companies": { id: "search" },
  "POST /search/add-to-dashboard/:id": { id: "search", body: { company_ids: ["x"] } },
  "POST /search/lists/preview": { body: { text: "firm.example" } },
  "POST /search/lists/preview-file": {},
  "POST /search/lists": { body: { text: "firm.example" } },
  "POST /search/lists/file": {},
  "POST /search/lists/company": { body: { name: "Firm", email: "rh@firm.example" } },
  "POST /search/lists/:id/start": { id: "search" },
  "POST /search/:id/email": { sharedTrips: 1, id: "search", body: { company_id: "x", email: "rh@firm.example" } },
  "POST /objections": { trips: 0, sharedTrips: 1, body: { entry: "rh@firm.example" } },
  "POST /dashboard/companies/:id/generate-message": { id: "company", body: {} },
  "POST /dashboard/companies/:id/check-message": { trips: 1, id: "company", body: { message: "Bonjour" } },
  "DELETE /dashboard/companies/:id/generate-message": { id: "company" },
  "POST /dashboard/companies/bulk-generate-message": { body: { company_ids: ["x"], overwrite: true } },
  "GET /dashboard/companies/:id/message-versions": { id: "company" },
  "POST /dashboard/companies/:id/message-versions/:version/restore": { id: "company", body: {} },
  "POST /dashboard/companies/:id/message-read": { id: "company", body: { version: 1 } },
  "GET /dashboard/generations/current": {},
  "GET /activity": {},
  "POST /dashboard/generations/:id/cancel": { id: "generation" },
  "POST /dashboard/generations/:id/write-now": { id: "generation" },
  "GET /dashboard/companies/:id/preview": { sharedTrips: 1, id: "company" },
  "POST /dashboard/companies/:id/send-email": { trips: 4, sharedTrips: 1, id: "company", body: { confirm: [] } },
  "POST /dashboard/companies/:id/send-test": { trips: 4, id: "company", body: {} },
  "POST /dashboard/companies/bulk-preview": { sharedTrips: 1, body: { company_ids: ["x"] } },
  "POST /dashboard/companies/bulk-send": { trips: 4, sharedTrips: 1, body: { company_ids: ["x"] } },
  "GET /follow-ups": {},
  "GET /dashboard/companies/:id/follow-up": { id: "company" },
  "POST /dashboard/companies/:id/follow-up/write": { sharedTrips: 1, id: "company", body: { replaces: 1 } },
  "PATCH /dashboard/companies/:id/follow-up": {
    sharedTrips: 1,
    id: "company",
    body: { message: "Bonjour", replaces: 1 },
  },
  "POST /dashboard/companies/:id/follow-up/check": { trips: 1, id: "company", body: {} },
  "GET /dashboard/companies/:id/follow-up/preview": { sharedTrips: 1, id: "company" },
  "POST /dashboard/companies/:id/follow-up/call": {
    sharedTrips: 1,
    id: "company",
    body: { step: 1, number: "+33123456789" },
  },
  "DELETE /dashboard/companies/:id/follow-up/call": { id: "company", body: { step: 1 } },
  "POST /outbox": { body: { mails: [APPROVED_MAIL] } },
  "GET /outbox": {},
  "POST /outbox/take-out": { trips: 1, body: { company_ids: ["x"] } },
  "POST /outbox/stop": { trips: 1 },
  "POST /outbox/resume": { trips: 1 },
  "POST /outbox/order": { trips: 1, body: { company_ids: ["x"] } },
  "POST /outbox/schedule": { trips: 1, body: { company_ids: ["x"], send_at: null } },
};

export const ENDPOINT_CASE_TITLES = Object.keys(ENDPOINT_CASES);

/** The row of a call. @throws when there is none */
export function findEndpointCase(endpoint: Endpoint): EndpointCase {
  const line = ENDPOINT_CASES[toTitle(endpoint)];
  if (!line) throw new Error(`${toTitle(endpoint)} has no row in endpoint-cases.ts`);
  return line;
}
