import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { runAccountJobs } from "../../../worker/account/scheduled";
import { createApi } from "../../../worker/app";
import { composeDeps } from "../../../worker/compose";
import { users } from "../../../worker/db/schema/account";
import { sharedSpending } from "../../../worker/db/schema/shared";
import { readConfig } from "../../../worker/platform/config";
import { database, seedUser, sharedDatabase } from "../support/seed";

// Each account costs a password hash and rows, so opening hundreds is limited.

beforeEach(() => vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-21T10:40:00Z") }));
afterEach(() => vi.useRealTimers());

const api = createApi();
const OWN_NETWORK_IP = "198.51.100.7";
let emailNumber = 0;

async function registerFrom(address = OWN_NETWORK_IP, email = `new-${(emailNumber += 1)}@mail.example`) {
  const request = new Request("http://localhost/api/auth/register", {
    method: "POST",
    headers: { "content-type": "application/json", ...(address !== "" && { "cf-connecting-ip": address }) },
    body: JSON.stringify({ name: "Ana", email, password: "secret1", language: "fr" }),
  });
  const response = await api.fetch(request, { ...env, REGISTRATIONS_PER_HOUR: "3" }, createExecutionContext());
  return {
    status: response.status,
    wait: response.headers.get("retry-after"),
    cookie: response.headers.get("set-cookie"),
    body: await response.json(),
  };
}

it("a network can open the configured number of accounts an hour; the next try gets a retry time", async () => {
  for (let n = 0; n < 3; n += 1) expect(await registerFrom()).toMatchObject({ status: 200 });
  const refused = await registerFrom();
  expect(refused).toMatchObject({ status: 429, wait: "1200", cookie: null, body: { code: "registration_limit" } });
  expect(await database.$count(users)).toBe(3);
  expect(await registerFrom("198.51.100.8")).toMatchObject({ status: 200 });
  vi.setSystemTime(new Date("2026-11-21T11:00:00Z"));
  expect(await registerFrom()).toMatchObject({ status: 200 });
});

it("the addresses of one customer's IPv6 network count as one", async () => {
  for (let n = 0; n < 3; n += 1) expect(await registerFrom(`2001:db8:1:2::${n + 1}`)).toMatchObject({ status: 200 });
  expect(await registerFrom("2001:db8:1:2:ffff::1")).toMatchObject({ status: 429 });
});

it("a customer who changes between IPv6 networks gets five times as many, and no more", async () => {
  const statuses: number[] = [];
  for (let n = 0; n < 20; n += 1) statuses.push((await registerFrom(`2001:db8:1:${n}::1`)).status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(15);
  expect(statuses.slice(15)).toEqual([429, 429, 429, 429, 429]);
  expect(await registerFrom("2001:db8:2:1::1")).toMatchObject({ status: 200 });
});

it("without Cloudflare in front the network is unknown and no limit applies", async () => {
  for (let n = 0; n < 6; n += 1) expect(await registerFrom("")).toMatchObject({ status: 200 });
  expect(await sharedDatabase.$count(sharedSpending)).toBe(0);
});

it("ten concurrent calls open three accounts", async () => {
  const statuses = (await Promise.all(Array.from({ length: 10 }, () => registerFrom()))).map(({ status }) => status);
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 200, 200, 429, 429, 429, 429, 429, 429, 429]);
});

it("probing which e-mails have an account counts too, and opens no session", async () => {
  await seedUser({ email: "ana@mail.example" });
  for (let n = 0; n < 3; n += 1)
    expect(await registerFrom(OWN_NETWORK_IP, "ana@mail.example")).toMatchObject({
      status: 409,
      cookie: null,
      body: { code: "email_taken" },
    });
  expect(await registerFrom(OWN_NETWORK_IP, "ana@mail.example")).toMatchObject({ status: 429 });
});

it("of two concurrent calls with one e-mail only one gets the account", async () => {
  const answers = await Promise.all([
    registerFrom(OWN_NETWORK_IP, "both@mail.example"),
    registerFrom("198.51.100.8", "both@mail.example"),
  ]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)).toMatchObject({ cookie: null, body: { code: "email_taken" } });
});

it("stores no network in clear, and nothing at all after the hour", async () => {
  await registerFrom();
  expect(JSON.stringify(await sharedDatabase.select().from(sharedSpending))).not.toContain(OWN_NETWORK_IP);
  await runAccountJobs(composeDeps(env));
  expect(await sharedDatabase.$count(sharedSpending)).toBe(1);
  vi.setSystemTime(new Date("2026-11-21T11:00:00Z"));
  await runAccountJobs(composeDeps(env));
  expect(await sharedDatabase.$count(sharedSpending)).toBe(0);
});

it("is sixty unless configured", () => {
  expect(readConfig({}).registrationsPerHour).toBe(60);
  expect(readConfig({ REGISTRATIONS_PER_HOUR: "5" }).registrationsPerHour).toBe(5);
});
