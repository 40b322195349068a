import { expect, it } from "vitest";
import { killGenerations } from "../prove/generation/kill-generations.ts";

it("messages written in bulk survive a kill of the server in mid-job, and none is written twice", async () => {
  const figures = await killGenerations({ kills: 1, seed: 4, print: () => undefined });
  expect(figures).toMatchObject({ kills: 1, rows: 60, done: 60, failed: 0, twice: 0, wrong: 0, open: 0, claimed: 0 });
});
