import { defineProof } from "../harness/cli.ts";
import { proveByTestFile } from "../harness/run-test-file.ts";

/** Accounts whose refusals must take the same time: with a password, none at all, Google only. */
const ACCOUNT_KINDS = 3;

/**
 * What guessing passwords gains, in workerd with real D1 and real hashes: a thousand tries at one account within
 * fifteen minutes of the worker's clock, each from an address of its own; how long a refusal takes for each kind of
 * account; whether a guesser who tries as each wait ends locks out the owner, who signs in on a known device.
 */
export const command = defineProof({
  options: { rounds: { about: "refusals timed of each kind of account", usual: 100, short: 15 } },
  prove: async ({ options, short, print }) => {
    const settings = { LOGIN_ROUNDS: String(options.rounds), LOGIN_TRIES: short ? "200" : "1000" };
    const { failures, figures } = proveByTestFile("test/worker/auth/password-guessing.test.ts", settings, print);
    // A busy machine delays some tries; it makes none faster than its hash.
    const judged = short ? "fastest no" : "median of a no";
    const tolerance = short ? 0.25 : 0.05;
    const times = Object.entries(figures).flatMap(([name, value]) => (name.startsWith(judged) ? [value] : []));
    const spread = Math.max(...times) / Math.min(...times) - 1;
    print(`${judged}: ${(spread * 100).toFixed(1)} % apart, ${tolerance * 100} % allowed`);
    if (times.length !== ACCOUNT_KINDS) failures.push(`${times.length} times, not ${ACCOUNT_KINDS}`);
    if (!(spread <= tolerance)) failures.push("the time of a refusal tells the kind of account");
    return { failures, figures };
  },
});
