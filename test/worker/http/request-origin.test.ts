import { describe, expect, it } from "vitest";
import { seedUser } from "../support/seed";

describe("a request from another site", () => {
  it("Google's way back from the consent page is let in, and bound by its state", async () => {
    const { client } = await seedUser();
    const answer = await client.send("GET", "/api/settings/gmail/callback?state=x&code=y", undefined, {
      Origin: null,
      "Sec-Fetch-Site": "cross-site",
    });
    expect(answer.status).not.toBe(403);
    expect(answer.headers.get("content-type")).toContain("text/html");
  });

  it("a client that says nothing of where it comes from is no browser and passes", async () => {
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
