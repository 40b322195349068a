import { env } from "cloudflare:workers";
import { afterEach, expect, it, vi } from "vitest";
import { z } from "zod";
import { hashPassword } from "../../../worker/account/sign-in/password-hash";
import { Client } from "../support/client";
import { hashPasswordFast } from "../support/fast-password-hash";
import { useRealPasswords } from "../support/password-cost";
import { seedUser } from "../support/seed";

// `npm run prove login` runs this at length and prints the figures.

const { LOGIN_TRIES: tries, LOGIN_ROUNDS: rounds } = z
  .object({ LOGIN_TRIES: z.coerce.number().default(100), LOGIN_ROUNDS: z.coerce.number().default(3) })
  .parse(env);
/** Tries by the attacker; the owner signs in after every fifth. */
const ATTACK_COUNT = 60;
const QUARTER_HOUR_MS = 15 * 60_000;

afterEach(() => vi.useRealTimers());

const computeMedian = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
const roundToTenth = (ms: number) => Math.round(ms * 10) / 10;

const TRY_ORDERS = [
  ["known", "unknown", "Google"],
  ["unknown", "Google", "known"],
  ["Google", "known", "unknown"],
  ["known", "Google", "unknown"],
  ["Google", "unknown", "known"],
  ["unknown", "known", "Google"],
];

let emailNumber = 0;
/** A wrong password, from its own IP address. */
async function guessPassword(
  email: string,
): Promise<{ status: number; ms: number; body: unknown; retryAfter: number }> {
  emailNumber += 1;
  const began = performance.now();
  const { status, body, headers } = await new Client().send(
    "POST",
    "/api/auth/login",
    { email, password: `wrong ${emailNumber}` },
    { "CF-Connecting-IP": `10.${emailNumber >> 16}.${(emailNumber >> 8) & 255}.${emailNumber & 255}` },
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
      const { status, ms } = await guessPassword("ana@mail.example");
      if (status === 429) blocked.push(ms);
      else hashes += 1;
      vi.setSystemTime(Date.now() + Math.floor((QUARTER_HOUR_MS - 1) / tries));
    }
    task.meta.figures = {
      "wrong passwords in 15 minutes": tries,
      "hashes run for them": hashes,
      "median of a refusal to look, ms": roundToTenth(computeMedian(blocked)),
    };
    expect(hashes).toBeLessThanOrEqual(10);
  },
  60_000 + tries * 200,
);

it(
  `a failure is the same for known, unknown and Google accounts in ${rounds} rounds`,
  async ({ task }) => {
    useRealPasswords();
    const passwordHash = await hashPassword("secret1");
    const times: Record<string, number[]> = { known: [], unknown: [], Google: [] };
    const bodies = new Set<string>();
    // The first try also loads modules.
    await guessPassword("first@mail.example");
    for (let n = 0; n < rounds; n++) {
      await seedUser({ email: `known-${n}@mail.example`, passwordHash });
      await seedUser({ email: `Google-${n}@mail.example`.toLowerCase(), googleSub: `sub ${n}`, emailVerified: true });
      // All orders in turn, so that each kind follows each other kind and a pause equally often.
      const order = TRY_ORDERS[n % TRY_ORDERS.length] ?? [];
      for (const kind of order) {
        const { status, ms, body } = await guessPassword(`${kind}-${n}@mail.example`);
        bodies.add(`${status} ${JSON.stringify(body)}`);
        times[kind]?.push(ms);
      }
    }
    task.meta.figures = {
      rounds: rounds,
      ...Object.fromEntries(
        Object.entries(times).flatMap(([kind, all]) => [
          [`median of a no, ${kind}, ms`, roundToTenth(computeMedian(all))],
          [`fastest no, ${kind}, ms`, roundToTenth(Math.min(...all))],
        ]),
      ),
    };
    expect([...bodies]).toEqual(['401 {"error":"Invalid email or password","code":"invalid_credentials"}']);
  },
  60_000 + rounds * 3_000,
);

it(
  `an owner can sign in on a known device every time, despite ${ATTACK_COUNT} tries from other networks`,
  async ({ task }) => {
    await seedUser({ email: "ana@mail.example", passwordHash: hashPasswordFast("secret1") });
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
    for (let n = 1; n <= ATTACK_COUNT; n += 1) {
      // The attacker tries as each delay ends, from a new network each time.
      const { status, retryAfter } = await guessPassword("ana@mail.example");
      if (status === 429) {
        figures.waits += 1;
        vi.setSystemTime(Date.now() + retryAfter * 1_000);
      }
      if (n % 5 !== 0) continue;
      await home.post("/api/auth/logout");
      if ((await signIn(home)).status === 200) figures.letIn += 1;
    }
    task.meta.figures = {
      "tries from other networks": ATTACK_COUNT,
      "of them told to wait": figures.waits,
      "sign-ins on a known device": ATTACK_COUNT / 5,
      "of them let in": figures.letIn,
    };
    expect(figures.waits).toBeGreaterThan(ATTACK_COUNT / 4);
    expect(figures.letIn).toBe(ATTACK_COUNT / 5);
  },
  60_000 + ATTACK_COUNT * 500,
);
