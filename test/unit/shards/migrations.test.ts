import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { renderMigrations } from "../../../tools/build-migrations.ts";

it("shards in objects get every migration of the folder", () => {
  expect(readFileSync("worker/shards/migrations.gen.ts", "utf8")).toBe(renderMigrations());
});
