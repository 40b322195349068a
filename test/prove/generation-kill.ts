import { defineProof } from "../harness/cli.ts";
import { killGenerations } from "./generation/kill-generations.ts";

/**
 * Messages written in bulk while the server is killed. Every row is final within three minutes of the last kill, and
 * none is written twice.
 */
export const command = defineProof({
  options: { kills: { about: "kills", usual: 30, short: 1 } },
  prove: async ({ options, seed, print }) => {
    const figures = await killGenerations({ kills: options.kills, seed, print });
    for (const [name, value] of Object.entries(figures)) print(`  ${name.padEnd(20)}${String(value).padStart(8)}`);
    const wrong = (["twice", "wrong", "open", "claimed"] as const).filter((name) => figures[name] > 0);
    return { failures: wrong.map((name) => `${figures[name]} rows: ${name}`), figures: { ...figures } };
  },
});
