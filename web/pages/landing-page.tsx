import { useTranslation } from "react-i18next";
import { LandingFooter } from "../features/landing/landing-footer";
import { SampleLetter } from "../features/landing/sample-letter";
import { SampleRows } from "../features/landing/sample-rows";
import { useOperatorContact } from "../features/landing/use-operator-contact";
import { getButtonClass } from "../ui/button/button";
import { Icon } from "../ui/graphics/icon";
import { Illustration } from "../ui/graphics/illustration";
import { Brand } from "../ui/page/brand";
import { usePageTitle } from "../ui/page/page";
import "../features/landing/landing.css";
import "./landing-page.css";

const promiseNames = ["once", "true", "found"] as const;
const benefitNames = ["unlisted", "languages", "replies", "log", "refusal", "data"] as const;
const stepDrawings = [
  ["cv", "cv"],
  ["search", "route"],
  ["review", "letter"],
  ["send", "posted"],
] as const;
const forbiddenNames = ["read", "look", "erase"] as const;

/** Presents the product with a sample letter, its sources, and sample companies. */
export function LandingPage() {
  const { t } = useTranslation();
  const contact = useOperatorContact();
  usePageTitle(t(($) => $.landing.title));
  return (
    <div className="landing">
      <header className="landing-bar">
        <span className="brand">
          <Brand />
        </span>
        <div className="row">
          <a href="/login">{t(($) => $.landing.login)}</a>
          <a href="/signup" className={getButtonClass({ size: "small" })}>
            {t(($) => $.landing.signup)}
          </a>
        </div>
      </header>
      <main id="main" tabIndex={-1}>
        <section className="hero">
          <div className="hero-words">
            <h1>{t(($) => $.landing.hero.title)}</h1>
            <p className="hero-lead prose">{t(($) => $.landing.hero.lead)}</p>
            <div className="row hero-actions">
              <a href="/signup" className={getButtonClass({ look: "primary" })}>
                {t(($) => $.landing.hero.action)}
              </a>
              <a href="#how">{t(($) => $.landing.hero.more)}</a>
            </div>
            <p className="soft small">{t(($) => $.landing.hero.note)}</p>
          </div>
          <SampleLetter />
        </section>
        <section className="landing-part">
          <h2 className="landing-label">{t(($) => $.landing.promises.title)}</h2>
          <dl className="promises">
            {promiseNames.map((name) => (
              <div key={name}>
                <dt>{t(($) => $.landing.promises[name].title)}</dt>
                <dd>{t(($) => $.landing.promises[name].text)}</dd>
              </div>
            ))}
          </dl>
        </section>
        <section className="landing-part landing-split">
          <div className="stack">
            <h2>{t(($) => $.landing.rows.title)}</h2>
            <p className="prose soft">{t(($) => $.landing.rows.text)}</p>
          </div>
          <SampleRows />
        </section>
        <section className="landing-part" id="how">
          <h2>{t(($) => $.landing.how.title)}</h2>
          <ol className="how">
            {stepDrawings.map(([name, drawing]) => (
              <li key={name}>
                <Illustration name={drawing} />
                <h3>{t(($) => $.landing.how[name].title)}</h3>
                <p className="soft">{t(($) => $.landing.how[name].text)}</p>
              </li>
            ))}
          </ol>
        </section>
        <section className="landing-part">
          <h2>{t(($) => $.landing.benefits.title)}</h2>
          <dl className="benefits">
            {benefitNames.map((name) => (
              <div key={name}>
                <dt>{t(($) => $.landing.benefits[name].title)}</dt>
                <dd className="soft">{t(($) => $.landing.benefits[name].text)}</dd>
              </div>
            ))}
          </dl>
        </section>
        <section className="landing-part landing-split">
          <div className="stack">
            <h2>{t(($) => $.landing.gmail.title)}</h2>
            <p className="prose soft">{t(($) => $.landing.gmail.text)}</p>
          </div>
          <div className="permission">
            <h3>{t(($) => $.landing.gmail.canTitle)}</h3>
            <ul>
              <li className="can">
                <Icon name="check" />
                <span>{t(($) => $.landing.gmail.can)}</span>
              </li>
            </ul>
            <h3>{t(($) => $.landing.gmail.cannotTitle)}</h3>
            <ul>
              {forbiddenNames.map((name) => (
                <li key={name} className="cannot">
                  <Icon name="cross" />
                  <span>{t(($) => $.landing.gmail.cannot[name])}</span>
                </li>
              ))}
            </ul>
            <p className="permission-end soft">
              <Icon name="lock" />
              <span>{t(($) => $.landing.gmail.end)}</span>
            </p>
          </div>
        </section>
        <section className="landing-end">
          <Illustration name="sealed" />
          <h2>{t(($) => $.landing.end.title)}</h2>
          <a href="/signup" className={getButtonClass({ look: "primary" })}>
            {t(($) => $.landing.signup)}
          </a>
        </section>
        {contact !== null && (
          <section className="landing-part landing-contact" id="contact">
            <h2>{t(($) => $.landing.contact.title)}</h2>
            <p>
              {t(($) => $.landing.contact.text)} <a href={contact?.href}>{t(($) => $.landing.contact.link)}</a>
            </p>
          </section>
        )}
      </main>
      <LandingFooter />
    </div>
  );
}
