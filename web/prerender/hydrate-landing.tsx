import i18next from "i18next";
import { createElement } from "react";
import { LANGUAGES } from "../../worker/contract/limits";
import { needTexts } from "../i18n/i18n";
import { signedInHint } from "../lib/signed-in-hint";
import { LandingApp } from "./landing-app";

/** How long a visitor waits for the answer to whether they are signed in, in milliseconds, before they see the page. */
const SIGN_IN_CHECK_TIMEOUT_MS = 1_000;

/** Whether the server knows who this is. Asked without the app's cache and contract; a failed check counts as signed out. */
async function checkSignedIn(): Promise<boolean> {
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

/** Shows the landing page alone, a third of the bytes of the app. Who is signed in goes on to the app. */
export async function hydrateLanding(root: HTMLElement): Promise<void> {
  // As in start.tsx.
  const drawing = import("react-dom/client");
  const check = checkSignedIn().then((signedIn) => {
    if (signedIn) window.location.replace("/dashboard");
    else signedInHint.clear();
    return signedIn;
  });
  const waited = new Promise<false>((resolve) => void setTimeout(resolve, SIGN_IN_CHECK_TIMEOUT_MS, false));
  const printed = root.hasChildNodes();
  // A page that is on screen already is not held back; who was signed in here does not see it.
  const held = signedInHint.read() === true || !printed;
  const [signedIn] = await Promise.all([held && Promise.race([check, waited]), needTexts("landing")]);
  if (signedIn) return;
  // In development the outside world is always the sandbox's.
  const page = (
    <LandingApp
      banner={import.meta.env.DEV && createElement((await import("../layouts/sandbox-banner")).SandboxBanner)}
    />
  );
  const { createRoot, hydrateRoot } = await drawing;
  if (printed && i18next.language === LANGUAGES[0]) hydrateRoot(root, page);
  else {
    root.replaceChildren();
    createRoot(root).render(page);
  }
  delete document.documentElement.dataset.waiting;
}
