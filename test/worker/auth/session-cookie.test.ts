import { describe, expect, it } from "vitest";
import { Client } from "../support/client";
import { seedUser } from "../support/seed";

describe("a call without a session", () => {
  it("is rejected with a forged or foreign cookie", async () => {
    const { client, userId } = await seedUser();
    const other = await seedUser();
    const token = client.cookies.get("__Host-session")?.split(".").at(-1);
    for (const cookie of [
      `${other.userId}.${token}`,
      `${userId}.x`,
      userId,
      `.${token}`,
      `${userId}.${token}.x`,
      "",
      "x".repeat(5_000),
    ]) {
      const forger = new Client();
      forger.cookies.set("__Host-session", cookie);
      for (const path of ["/api/auth/me", "/api/settings", "/api/dashboard/companies"])
        expect(await forger.get(path)).toMatchObject({ status: 401 });
    }
  });
});
