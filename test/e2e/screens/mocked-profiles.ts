import type { Page } from "playwright-core";
import { z } from "zod";
import { answerWith, changeAnswer, routeCall } from "./mocked-answers.ts";

const Settings = z.looseObject({});

const PROFILES = {
  profiles: [
    { name: "", language: "en", cv: { name: "Mon CV.pdf", size: 9_000, text_status: "ok" }, letters: 0 },
    { name: "Vente, Belgique et Suisse", language: "fr", cv: null, letters: 3 },
  ].map((profile, at) => ({
    ...profile,
    id: `${at}`,
    is_default: at === 0,
    language_read: profile.cv !== null,
    template_message: "",
    cv_names_user: profile.cv && true,
    cv: profile.cv && { ...profile.cv, uploaded_at: "2026-11-20T10:00:00.000Z" },
  })),
};

/** Gives a user two profiles, the default one without a name. */
export async function mockProfiles(page: Page): Promise<void> {
  const severalProfiles = changeAnswer(Settings, (all) => ({ ...all, several_profiles: true }));
  await routeCall(page, "GET", /\/api\/settings\/?$/u, severalProfiles);
  await routeCall(page, "GET", "**/api/settings/profiles", answerWith(PROFILES));
}
