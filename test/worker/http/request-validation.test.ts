import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { createApi } from "../../../worker/app";
import { seedUser } from "../support/seed";

it("the upload needs a form with its field", async () => {
  const { client } = await seedUser();
  expect(await client.post("/api/settings/cv", {})).toMatchObject({ status: 415 });
  expect(
    await client.send("POST", "/api/settings/cv", "--x", { "Content-Type": "multipart/form-data; boundary=x" }),
  ).toMatchObject({ status: 400 });
  expect(await client.send("POST", "/api/settings/cv", new FormData())).toMatchObject({
    status: 400,
    body: { fields: { cv: "required" } },
  });
});

it("a rejected body is read to its end, so that the connection can be reused", async () => {
  for (const [path, size] of [
    ["/api/nothing", 100_000],
    ["/api/auth/me", 10],
    ["/api/auth/login", 400_000],
    ["/api/settings/cv", 6_000_000],
  ] as const) {
    const request = new Request(`http://localhost${path}`, {
      method: "POST",
      body: "x".repeat(size),
      headers: { "content-type": "application/json" },
    });
    expect((await createApi().fetch(request, env, createExecutionContext())).status, path).toBeGreaterThanOrEqual(400);
    expect(request.bodyUsed, path).toBe(true);
  }
});

it("a repeated query parameter is rejected", async () => {
  const { client } = await seedUser();
  expect(await client.get("/api/dashboard/companies?sort_by=website&sort_by=created_at")).toMatchObject({
    status: 400,
    body: { fields: { sort_by: "invalid" } },
  });
});
