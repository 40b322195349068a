import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useShownLanguage } from "../../i18n/use-language";
import { formatDate } from "../../lib/format";
import { Brand } from "../../ui/brand";
import { OutsideLink } from "../../ui/outside-link";
import { usePageTitle } from "../../ui/page";
import { LandingFooter } from "./landing-footer";
import "./landing.css";

/** The day the legal pages were last changed. */
const UPDATED = "2025-10-23T12:00:00Z";

interface LegalText {
  title: string;
  text: string;
  /** To where more is said. */
  link?: { href: string; text: string } | undefined;
}

interface LegalFrameProps {
  title: string;
  lead: string;
  sections: readonly LegalText[];
  dated?: boolean;
  /** Between the lead and the sections. */
  children?: ReactNode;
}

/** A legal page: its date, then its sections. */
export function LegalFrame({ title, lead, sections, dated = true, children }: LegalFrameProps) {
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
            <time dateTime="2025-10-23">{t(($) => $.legal.updated, { date: formatDate(UPDATED, language) })}</time>
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
                <OutsideLink href={section.link.href}>{section.link.text}</OutsideLink>
              </p>
            )}
          </section>
        ))}
      </main>
      <LandingFooter />
    </div>
  );
}
