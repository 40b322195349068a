import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { LandingFooter } from "../features/landing/landing-footer";
import { useOperator } from "../features/landing/use-operator-contact";
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

const toAnchor = (index: number): string => `part-${index + 1}`;

/** Who runs the site. Its line is there before the answer, so that nothing moves. */
function OperatorLine() {
  const { t } = useTranslation();
  const operator = useOperator();
  return (
    <p className="legal-operator">
      {operator === undefined
        ? "\u00a0"
        : operator === null
          ? t(($) => $.legal.noOperator)
          : t(($) => $.legal.operator, {
              operator: [operator.name, operator.address].filter((part) => part !== null).join(", "),
            })}
    </p>
  );
}

/** A legal page: its contents, its date, then its sections. */
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
        <nav className="legal-contents" aria-label={t(($) => $.legal.contents)}>
          <h2>{t(($) => $.legal.contents)}</h2>
          <ol>
            {sections.map((section, index) => (
              <li key={section.title}>
                <a href={`#${toAnchor(index)}`}>{section.title}</a>
              </li>
            ))}
          </ol>
        </nav>
        <h1>{title}</h1>
        {dated && (
          <p className="soft small">
            <time dateTime="2025-10-23">
              {t(($) => $.legal.updated, { date: formatDate(LEGAL_UPDATED_AT, language) })}
            </time>
          </p>
        )}
        <p className="hero-lead">{lead}</p>
        {dated && <OperatorLine />}
        {children}
        {sections.map((section, index) => (
          <section key={section.title} id={toAnchor(index)} className="stack stack-tight">
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
