import { env } from "cloudflare:workers";
import { afterEach, expect, it, vi } from "vitest";
import { z } from "zod";
import { hashPassword } from "../../worker/account/password";
import { Client } from "./client";
import { quickHash } from "./quick-hash";
import { seedUser } from "./seed";

// `npm run prove:login` runs this at length and prints the figures.

const { LOGIN_TRIES: tries, LOGIN_ROUNDS: rounds } = z
  .object({ LOGIN_TRIES: z.coerce.number().default(100), LOGIN_ROUNDS: z.coerce.number().default(3) })
  .parse(env);
/** Tries to keep an owner out; they sign in after every fifth. */
const attacks = 60;
const QUARTER_OF_AN_HOUR = 15 * 60_000;

afterEach(() => vi.useRealTimers());

const medianOf = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
const rounded = (ms: number) => Math.round(ms * 10) / 10;

const ORDERS = [
  ["known", "unknown", "Google"],
  ["unknown", "Google", "known"],
  ["Google", "known", "unknown"],
  ["known", "Google", "unknown"],
  ["Google", "unknown", "known"],
  ["unknown", "known", "Google"],
];

let made = 0;
/** A wrong password, from an address of its own. */
async function guess(email: string): Promise<{ status: number; ms: number; body: unknown; retryAfter: number }> {
  made += 1;
  const began = performance.now();
  const { status, body, headers } = await new Client().send(
    "POST",
    "/api/auth/login",
    { email, password: `wrong ${made}` },
    { "CF-Connecting-IP": `10.${made >> 16}.${(made >> 8) & 255}.${made & 255}` },
  );
  return { status, ms: performance.now() - began, body, retryAfter: Number(headers.get("retry-after")) };
}

it(
  `${tries} wrong passwords within fifteen minutes are ten hashes at most`,
  async ({ task }) => {
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
    task.meta.figures = {
      "wrong passwords in 15 minutes": tries,
      "hashes run for them": hashes,
      "median of a refusal to look, ms": rounded(medianOf(blocked)),
    };
    expect(hashes).toBeLessThanOrEqual(10);
  },
  60_000 + tries * 200,
);

it(
  `a no is the same for known, unknown and Google's in ${rounds} rounds`,
  async ({ task }) => {
    const passwordHash = await hashPassword("secret1");
    const times: Record<string, number[]> = { known: [], unknown: [], Google: [] };
    const bodies = new Set<string>();
    // The first pays for what is loaded only once.
    await guess("first@mail.example");
    for (let n = 0; n < rounds; n++) {
      await seedUser({ email: `known-${n}@mail.example`, passwordHash });
      await seedUser({ email: `Google-${n}@mail.example`.toLowerCase(), googleSub: `sub ${n}`, emailVerified: true });
      // Every order in turn, so that each comes after each of the others and after a pause as often.
      const order = ORDERS[n % ORDERS.length] ?? [];
      for (const kind of order) {
        const { status, ms, body } = await guess(`${kind}-${n}@mail.example`);
        bodies.add(`${status} ${JSON.stringify(body)}`);
        times[kind]?.push(ms);
      }
    }
    task.meta.figures = {
      rounds: rounds,
      ...Object.fromEntries(
        Object.entries(times).flatMap(([kind, all]) => [
          [`median of a no, ${kind}, ms`, rounded(medianOf(all))],
          [`fastest no, ${kind}, ms`, rounded(Math.min(...all))],
        ]),
      ),
    };
    expect([...bodies]).toEqual(['401 {"error":"Invalid email or password","code":"invalid_credentials"}']);
  },
  60_000 + rounds * 3_000,
);

it(
  `an owner is let in on a device of theirs every time, whatever ${attacks} tries from other networks do`,
  async ({ task }) => {
    await seedUser({ email: "ana@mail.example", passwordHash: quickHash("secret1") });
    const signIn = (client: Client) =>
      client.send(
        "POST",
        "/api/auth/login",
        { email: "ana@mail.example", password: "secret1" },
        { "CF-Connecting-IP": "198.51.100.7" },
      );
    const home = new Client();
    expect((await signIn(home)).status).toBe(200);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    const figures = { waits: 0, letIn: 0 };
    for (let n = 1; n <= attacks; n += 1) {
      // The attacker tries as each wait ends, from a network of its own each time.
      const { status, retryAfter } = await guess("ana@mail.example");
      if (status === 429) {
        figures.waits += 1;
        vi.setSystemTime(Date.now() + retryAfter * 1_000);
      }
      if (n % 5 !== 0) continue;
      await home.post("/api/auth/logout");
      if ((await signIn(home)).status === 200) figures.letIn += 1;
    }
    task.meta.figures = {
      "tries from other networks": attacks,
      "of them told to wait": figures.waits,
      "sign-ins on a known device": attacks / 5,
      "of them let in": figures.letIn,
    };
    expect(figures.waits).toBeGreaterThan(attacks / 4);
    expect(figures.letIn).toBe(attacks / 5);
  },
  60_000 + attacks * 500,
);
