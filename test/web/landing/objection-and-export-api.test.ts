import { beforeEach, describe, expect, it } from "vitest";
import { raiseObjection } from "../../../web/features/landing/objection-form";
import { callApi } from "../../../web/lib/api-client";
import { exportData } from "../../../worker/contract/account";
import { startBrowserSession } from "../support/browser-fetch";
import { signUp } from "../support/sign-up";

beforeEach(() => startBrowserSession());

describe("the calls of the public pages and the privacy section against the real worker", () => {
  it("a company objects without an account and gets field errors", async () => {
    expect(await raiseObjection({ entry: " RH@Lumen.example" })).toEqual({
      entry: "rh@lumen.example",
      listed: true,
      waits_for: null,
      proof: null,
    });
    expect(await raiseObjection({ entry: "lumen.example" })).toMatchObject({
      entry: "lumen.example",
      listed: false,
      waits_for: "proof",
      proof: { dns: { name: "_candidature.lumen.example" } },
    });
    await expect(raiseObjection({ entry: "gmail.com", reason: "x" })).rejects.toMatchObject({
      status: 400,
      code: "objection_shared",
      fields: { entry: "objection_shared" },
    });
    await expect(raiseObjection({ entry: "lumen" })).rejects.toMatchObject({
      code: "do_not_contact_invalid",
      fields: { entry: "do_not_contact_invalid" },
    });
  });

  it("a user exports all their data", async () => {
    const { email } = await signUp();
    expect(await callApi(exportData)).toMatchObject({ account: { email }, companies: [], cv_file: null });
  });
});
