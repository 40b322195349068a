import { type ReactNode, StrictMode } from "react";
import { LandingPage } from "../features/landing/landing-page";
import { showLanguage } from "../i18n/i18n";
import { Preferences } from "../ui/preferences";
import { SkipLink } from "../ui/skip-link";
import { Frame } from "./frame";

/** The landing page with all around it, without router, cache and schemas. Printed when the app is built, and the same in the browser. */
export function Landing({ banner }: { banner?: ReactNode }) {
  return (
    <StrictMode>
      <SkipLink />
      {banner}
      <Frame
        preferences={
          <Preferences variant="floating" onLanguage={(language) => void showLanguage(language).catch(reportError)} />
        }
      >
        <LandingPage />
      </Frame>
    </StrictMode>
  );
}
