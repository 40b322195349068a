import { type ReactNode, StrictMode } from "react";
import { showLanguage } from "../i18n/i18n";
import { PublicLayout } from "../layouts/public-layout";
import { LandingPage } from "../pages/landing-page";
import { Preferences } from "../ui/page/language-theme-switch";
import { SkipLink } from "../ui/page/skip-link";

/** The landing page without router, cache and schemas: prerendered at build time and hydrated in the browser. */
export function LandingApp({ banner }: { banner?: ReactNode }) {
  return (
    <StrictMode>
      <SkipLink />
      {banner}
      <PublicLayout
        preferences={
          <Preferences variant="floating" onLanguage={(language) => void showLanguage(language).catch(reportError)} />
        }
      >
        <LandingPage />
      </PublicLayout>
    </StrictMode>
  );
}
