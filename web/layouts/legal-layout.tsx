import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { LandingFooter } from "../features/landing/landing-footer";
import { useShownLanguage } from "../i18n/use-language";
import { formatDate } from "../lib/format";
import { ExternalLink } from "../ui/button/external-link";
import { Brand } from "../ui/page/brand";
import { usePageTitle } from "../ui/page/page";
import "../features/landing/landing.css";

/** The day the legal pages were last changed. */
const LEGAL_UPDATED_AT = "2025-10-23T12:00:00Z";

interface LegalSection {
  title: string;
  text: string;
  /** Where to read more. */
  link?: { href: string; text: string } | undefined;
}

interface LegalLayoutProps {
  title: string;
  lead: string;
  sections: readonly LegalSection[];
  dated?: boolean;
  /** Between the lead and the sections. */
  children?: ReactNode;
}

/** A legal page: its date, then its sections. */
export function LegalLayout({ title, lead, sections, dated = true, children }: LegalLayoutProps) {
  const { t } = useTranslation();
  const language = useShownLanguage();
  usePageTitle(title);
  return (
    <div className="landing">
      <header className="landing-bar">
        <a href="/" className="brand">
          <Brand />
        </a>
        <a href="/">{t(($) => $.legal.home)}</a>
      </header>
      <main id="main" className="legal" tabIndex={-1}>
        <h1>{title}</h1>
        {dated && (
          <p className="soft small">
            <time dateTime="2025-10-23">
              {t(($) => $.legal.updated, { date: formatDate(LEGAL_UPDATED_AT, language) })}
            </time>
          </p>
        )}
        <p className="hero-lead">{lead}</p>
        {children}
        {sections.map((section) => (
          <section key={section.title} className="stack stack-tight">
            <h2>{section.title}</h2>
            <p>{section.text}</p>
            {section.link && (
              <p>
                <ExternalLink href={section.link.href}>{section.link.text}</ExternalLink>
              </p>
            )}
          </section>
        ))}
      </main>
      <LandingFooter />
    </div>
  );
}
