import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { LandingPage } from "../features/landing/landing-page";
import { needTexts, showLanguage } from "../i18n/i18n";
import { Preferences } from "../ui/preferences";
import { SkipLink } from "../ui/skip-link";
import { Frame } from "./frame";

/** How long a visitor waits for the answer to whether they are signed in, in milliseconds, before they see the page. */
const PATIENCE = 1_000;

/** Whether the server knows who this is. Asked without the app's cache and contract; a failed check counts as signed out. */
async function isSignedIn(): Promise<boolean> {
  try {
    const response = await fetch("/api/auth/me", { credentials: "same-origin" });
    // Read to its end: a body left where it is keeps its connection open.
    await response.text();
    return response.ok;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/** Draws the landing page alone: without router, cache and schemas it is there in a third of the bytes. Who is signed in goes on to the app. */
export async function start(root: HTMLElement): Promise<void> {
  const check = isSignedIn().then((signedIn) => {
    if (signedIn) window.location.replace("/dashboard");
    return signedIn;
  });
  const waited = new Promise<false>((resolve) => void setTimeout(resolve, PATIENCE, false));
  const [signedIn] = await Promise.all([Promise.race([check, waited]), needTexts("landing")]);
  if (signedIn) return;
  createRoot(root).render(
    <StrictMode>
      <SkipLink />
      <Frame preferences={<Preferences variant="floating" onLanguage={(language) => void showLanguage(language).catch(reportError)} />}>
        <LandingPage />
      </Frame>
    </StrictMode>,
  );
}
