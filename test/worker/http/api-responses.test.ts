import { expect, it } from "vitest";
import { Client } from "../support/client";
import { seedUser } from "../support/seed";

it.each(["/api/nothing", "/api", "/api/settings/nothing"])("%s, an unknown path, answers 404 in JSON", async (path) => {
  const { client } = await seedUser();
  expect(await client.get(path)).toMatchObject({
    status: 404,
    body: { code: "not_found", error: "Not found: it may have been deleted." },
  });
});

it("no answer of the API is cached or opens it to other sites", async () => {
  const { client } = await seedUser();
  for (const answer of [
    await client.get("/api/auth/me"),
    await client.get("/api/nothing"),
    await new Client().get("/api/auth/me"),
  ]) {
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.headers.get("access-control-allow-origin")).toBeNull();
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  }
});
