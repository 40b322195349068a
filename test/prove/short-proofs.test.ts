import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");

// The proofs as npm runs them. What a kill cuts off is taken up again after some twenty seconds, too long for here: the
// short form of
// `npm run prove generation` is test/e2e/resilience/generation-kill.test.ts.
it.each([
  ["a search whose server is killed finds the same and loses nothing", ["search", "--short"]],
  ["sites that mean harm keep nobody's site from being read", ["hostile", "--short"]],
  ["nothing is sent twice, whoever presses and whatever Gmail does", ["send", "--short", "--seed", "7"]],
  ["the mailbox does what its model says", ["mailbox", "--runs", "3", "--seed", "7"]],
  ["guessing passwords leads nowhere, and a no tells nothing", ["login", "--short"]],
  [
    "whatever fails and whenever the server dies, nothing is stuck, doubled or answered with a fault of ours",
    ["chaos", "--short", "--people", "4", "--seed", "7"],
  ],
  ["no request that can be made from the schemas is a fault", ["fuzz", "--requests", "600", "--seed", "7"]],
  ["no hostile string gets out of its place in a mail", ["mime", "--cases", "500", "--seed", "7"]],
])(
  "the short proof that %s",
  (_what, args) => {
    const { status, stdout, stderr } = spawnSync("npm", ["run", "--silent", "prove", "--", ...args], {
      cwd: root,
      encoding: "utf8",
      timeout: 170_000,
    });
    expect(status, `${stdout}\n${stderr}`).toBe(0);
  },
  180_000,
);
