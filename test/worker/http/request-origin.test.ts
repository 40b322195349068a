import { describe, expect, it } from "vitest";
import { seedUser } from "../support/seed";

describe("a request from another site", () => {
  it("Google's redirect from the consent page is accepted, and bound to its state", async () => {
    const { client } = await seedUser();
    const answer = await client.send("GET", "/api/settings/gmail/callback?state=x&code=y", undefined, {
      Origin: null,
      "Sec-Fetch-Site": "cross-site",
    });
    expect(answer.status).not.toBe(403);
    expect(answer.headers.get("content-type")).toContain("text/html");
  });

  it("a client without Origin and Sec-Fetch-Site is no browser and is accepted", async () => {
    const { client } = await seedUser();
    expect(
      await client.send(
        "PATCH",
        "/api/settings/language",
        { language: "en" },
        { Origin: null, "Sec-Fetch-Site": null },
      ),
    ).toMatchObject({ status: 200 });
  });
});
