import i18next from "i18next";
import { createElement } from "react";
import { LANGUAGES } from "../../worker/contract/limits";
import { needTexts } from "../i18n/i18n";
import { signedInHint } from "../lib/signed-in-hint";
import { LandingApp } from "./landing-app";

/** How long a visitor who may be signed in waits for the answer before the landing page is shown. */
const SIGN_IN_CHECK_TIMEOUT_MS = 1_000;

/** Whether someone is signed in. Without the app's cache and contract, to save their bytes; a failure means no. */
async function checkSignedIn(): Promise<boolean> {
  try {
    const response = await fetch("/api/auth/me", { credentials: "same-origin" });
    // An unread body would hold the connection.
    await response.text();
    return response.ok;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/** Hydrates the landing page without the app. Users who are signed in are sent to the app. */
export async function hydrateLanding(root: HTMLElement): Promise<void> {
  const reactDom = import("react-dom/client");
  const check = checkSignedIn().then((signedIn) => {
    if (signedIn) window.location.replace("/dashboard");
    else signedInHint.clear();
    return signedIn;
  });
  const timeout = new Promise<false>((resolve) => void setTimeout(resolve, SIGN_IN_CHECK_TIMEOUT_MS, false));
  const isPrerendered = root.hasChildNodes();
  // A page already on screen does not wait; one that is hidden because someone was signed in here does.
  const waitsForCheck = signedInHint.read() === true || !isPrerendered;
  const [signedIn] = await Promise.all([waitsForCheck && Promise.race([check, timeout]), needTexts("landing")]);
  if (signedIn) return;
  // In development the outside world is always the sandbox.
  const page = (
    <LandingApp
      banner={import.meta.env.DEV && createElement((await import("../layouts/sandbox-banner")).SandboxBanner)}
    />
  );
  const { createRoot, hydrateRoot } = await reactDom;
  if (isPrerendered && i18next.language === LANGUAGES[0]) hydrateRoot(root, page);
  else {
    root.replaceChildren();
    createRoot(root).render(page);
  }
  delete document.documentElement.dataset.waiting;
}
