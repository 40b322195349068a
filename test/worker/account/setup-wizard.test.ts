import { describe, expect, it } from "vitest";
import { completeWizard } from "../../../worker/contract/account";
import { makeCvFile } from "../../harness/make-pdf";
import { seedUser } from "../support/seed";

describe("the setup", () => {
  it("needs a CV but no template, and may be finished twice", async () => {
    const { client } = await seedUser({ wizardCompleted: false, templateMessage: "" });
    expect(await client.post("/api/settings/wizard-complete")).toMatchObject({
      status: 422,
      body: { code: "cv_required" },
    });
    expect(await client.get("/api/dashboard/companies")).toMatchObject({ status: 403 });
    await client.upload("/api/settings/cv", "cv", makeCvFile());
    for (const _ of [1, 2]) (await client.post("/api/settings/wizard-complete")).as(completeWizard.answer);
    expect((await client.get("/api/auth/me")).body).toMatchObject({
      user: { wizard_completed: true, template_message: "" },
    });
  });
});
