import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import * as account from "../../../web/features/account/api/account-requests";
import * as requests from "../../../web/features/account/api/profile-requests";
import { showTexts } from "../../../web/i18n/i18n";
import { callApi } from "../../../web/lib/api-client";
import { toCvUrl } from "../../../web/lib/cv-url";
import { toSourceUrl } from "../../../web/lib/source-url";
import { ProfileSelect, ProfileTag } from "../../../web/ui/form/profile-select";
import { getCvText, getSettings } from "../../../worker/contract/account";
import type { Profile } from "../../../worker/contract/profiles";
import { TEXTS } from "../../e2e/support/screen-texts";
import { startBrowserSession } from "../support/browser-fetch";
import { makeCv, signUp } from "../support/sign-up";

const makeProfile = (id: string, more: Partial<Profile> = {}): Profile => ({
  id,
  name: id,
  language: "en",
  language_read: false,
  is_default: false,
  template_message: "",
  cv: null,
  cv_names_user: null,
  letters: 0,
  ...more,
});
const PROFILES = [makeProfile("first", { name: "", is_default: true }), makeProfile("Sales"), makeProfile("Design")];
beforeAll(() => showTexts("en", TEXTS.en));

describe("the choice of a profile", () => {
  const show = (profiles: readonly Profile[], value: string | null) =>
    renderToStaticMarkup(<ProfileSelect profiles={profiles} value={value} onChange={() => undefined} />);

  it("is not there for a user with one", () => {
    expect(show(PROFILES.slice(0, 1), null)).toBe("");
    expect(show([], null)).toBe("");
  });

  it("names each, and the first one until it has a name", () => {
    const html = show(PROFILES, "Sales");
    expect([...html.matchAll(/<option[^>]*>([^<]*)/gu)].map(([, label]) => label)).toEqual([
      TEXTS.en.common.profile.first,
      "Sales",
      "Design",
    ]);
    expect(html).toMatch(/<option[^>]*value="Sales"[^>]*selected/u);
  });

  it.each([null, "gone"])("stands on the default one for %s", (value) => {
    expect(show(PROFILES, value)).toMatch(/<option[^>]*value="first"[^>]*selected/u);
  });
});

it("the name of a profile stands where there are several, and for one that is still there", () => {
  const show = (profiles: readonly Profile[], id: string | undefined) =>
    renderToStaticMarkup(<ProfileTag profiles={profiles} id={id} />);
  expect(show(PROFILES, "Sales")).toContain("Sales");
  expect([show(PROFILES, undefined), show(PROFILES, "gone"), show(PROFILES.slice(0, 1), "first")]).toEqual([
    "",
    "",
    "",
  ]);
});

it("a CV's address names its profile, unless it is the default one", () => {
  expect(toCvUrl(2)).toBe("/api/settings/cv/file#page=2");
  expect(toCvUrl(2, "p1")).toBe("/api/settings/cv/file?profile_id=p1#page=2");
  const source = { kind: "cv" as const, quote: "", url: null, cv_page: null };
  expect(toSourceUrl({ ...source, profile_id: "p1" })).toBe("/api/settings/cv/file?profile_id=p1");
  expect(toSourceUrl(source)).toBe("/api/settings/cv/file");
});

describe("the calls about profiles against the real worker", () => {
  beforeEach(() => startBrowserSession());

  it("add one, give it a CV and a template, make it the default one, and delete the other", async () => {
    await signUp();
    await account.uploadCv(makeCv("Three years of lighting design"));
    const { profile_id: added, profiles } = await requests.addProfile({ name: "Français", language: "fr" });
    const first = profiles[0]?.id ?? "";
    await account.uploadCv(makeCv("Trois ans de conception lumière"), undefined, added);
    await account.saveTemplate("Bonjour", added);
    await expect
      .poll(() => callApi(getCvText, { query: account.toProfileQuery(added) }), { timeout: 15_000 })
      .toMatchObject({ text_status: "ok", text: "Trois ans de conception lumière" });
    expect((await requests.changeProfile({ id: added, is_default: true })).profiles).toMatchObject([
      { id: added, is_default: true, template_message: "Bonjour" },
      { id: first, is_default: false, cv: { name: "cv.pdf" } },
    ]);
    expect(await callApi(getSettings)).toMatchObject({ template_message: "Bonjour", several_profiles: true });
    expect((await requests.deleteProfile(first)).profiles).toHaveLength(1);
    await expect(requests.deleteProfile(added)).rejects.toMatchObject({ status: 409, code: "profile_default" });
  });

  it("change the name of the user", async () => {
    await signUp();
    expect((await account.setName("Ana López")).user.name).toBe("Ana López");
    await expect(account.setName(" ")).rejects.toMatchObject({ status: 400, fields: { name: "required" } });
  });
});
