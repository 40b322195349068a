import { env } from "cloudflare:workers";
import { afterEach, expect, it, vi } from "vitest";
import { z } from "zod";
import { hashPassword } from "../../worker/account/password";
import { Client } from "./client";
import { seedUser } from "./seed";

// `npm run prove:login` runs this at length and prints the figures.

const { LOGIN_TRIES: tries, LOGIN_ROUNDS: rounds } = z.object({ LOGIN_TRIES: z.coerce.number().default(100), LOGIN_ROUNDS: z.coerce.number().default(3) }).parse(env);
const QUARTER_OF_AN_HOUR = 15 * 60_000;

afterEach(() => vi.useRealTimers());

const medianOf = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
const rounded = (ms: number) => Math.round(ms * 10) / 10;

let made = 0;
/** A wrong password, from an address of its own. */
async function guess(email: string): Promise<{ status: number; ms: number; body: unknown }> {
  made += 1;
  const began = performance.now();
  const { status, body } = await new Client().send("POST", "/api/auth/login", { email, password: `wrong ${made}` }, { "CF-Connecting-IP": `10.${made >> 16}.${(made >> 8) & 255}.${made & 255}` });
  return { status, ms: performance.now() - began, body };
}

it(`${tries} wrong passwords within fifteen minutes are ten hashes at most`, async ({ task }) => {
  await seedUser({ email: "ana@mail.example", passwordHash: await hashPassword("secret1") });
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  const blocked: number[] = [];
  let hashes = 0;
  for (let n = 0; n < tries; n++) {
    const { status, ms } = await guess("ana@mail.example");
    if (status === 429) blocked.push(ms);
    else hashes += 1;
    vi.setSystemTime(Date.now() + Math.floor((QUARTER_OF_AN_HOUR - 1) / tries));
  }
  task.meta.figures = { "wrong passwords in 15 minutes": tries, "hashes run for them": hashes, "median of a refusal to look, ms": rounded(medianOf(blocked)) };
  expect(hashes).toBeLessThanOrEqual(10);
}, 60_000 + tries * 200);

it(`a no is the same for known, unknown and Google's in ${rounds} rounds`, async ({ task }) => {
  const passwordHash = await hashPassword("secret1");
  const times: Record<string, number[]> = { known: [], unknown: [], Google: [] };
  const bodies = new Set<string>();
  // The first pays for what is loaded only once.
  await guess("first@mail.example");
  for (let n = 0; n < rounds; n++) {
    await seedUser({ email: `known-${n}@mail.example`, passwordHash });
    await seedUser({ email: `Google-${n}@mail.example`.toLowerCase(), googleSub: `sub ${n}`, emailVerified: true });
    // Another order each time, so that none is always the one after a pause.
    const order = [["known", "unknown", "Google"], ["unknown", "Google", "known"], ["Google", "known", "unknown"]][n % 3] ?? [];
    for (const kind of order) {
      const { status, ms, body } = await guess(`${kind}-${n}@mail.example`);
      bodies.add(`${status} ${JSON.stringify(body)}`);
      times[kind]?.push(ms);
    }
  }
  task.meta.figures = {
    "rounds": rounds,
    ...Object.fromEntries(Object.entries(times).map(([kind, all]) => [`median of a no, ${kind}, ms`, rounded(medianOf(all))])),
  };
  expect([...bodies]).toEqual(['401 {"error":"Invalid email or password","code":"invalid_credentials"}']);
}, 60_000 + rounds * 3_000);
