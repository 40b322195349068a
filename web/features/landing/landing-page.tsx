import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { buttonLook } from "../../ui/button";
import { Icon } from "../../ui/icon";
import { usePageTitle } from "../../ui/page";
import { contactAddress } from "./contact";
import { LandingFooter } from "./landing-footer";
import { SampleLetter } from "./sample-letter";
import "./landing.css";

/** What the product does, seen: a letter, its stamp, where its address came from. */
export function LandingPage() {
  const { t } = useTranslation();
  usePageTitle(t(($) => $.landing.title));
  return (
    <div className="landing">
      <header className="landing-bar">
        <span className="brand">{t(($) => $.common.product)}</span>
        <div className="row">
          <Link to="/login">{t(($) => $.landing.login)}</Link>
          <Link to="/signup" className={buttonLook({ size: "small" })}>{t(($) => $.landing.signup)}</Link>
        </div>
      </header>
      <main id="main" tabIndex={-1}>
        <section className="hero">
          <div className="stack">
            <h1>{t(($) => $.landing.hero.title)}</h1>
            <p className="hero-lead prose">{t(($) => $.landing.hero.lead)}</p>
            <div className="row">
              <Link to="/signup" className={buttonLook({ look: "primary" })}>{t(($) => $.landing.hero.action)}</Link>
              <span className="soft small">{t(($) => $.landing.hero.note)}</span>
            </div>
          </div>
          <SampleLetter />
        </section>
        <section className="landing-part">
          <h2>{t(($) => $.landing.promises.title)}</h2>
          <dl className="promises">
            <div><dt>{t(($) => $.landing.promises.onceTitle)}</dt><dd>{t(($) => $.landing.promises.once)}</dd></div>
            <div><dt>{t(($) => $.landing.promises.trueTitle)}</dt><dd>{t(($) => $.landing.promises.true)}</dd></div>
            <div><dt>{t(($) => $.landing.promises.foundTitle)}</dt><dd>{t(($) => $.landing.promises.found)}</dd></div>
          </dl>
        </section>
        <section className="landing-part">
          <h2>{t(($) => $.landing.how.title)}</h2>
          <ol className="how">
            <li><h3>{t(($) => $.landing.how.step1Title)}</h3><p>{t(($) => $.landing.how.step1)}</p></li>
            <li><h3>{t(($) => $.landing.how.step2Title)}</h3><p>{t(($) => $.landing.how.step2)}</p></li>
            <li><h3>{t(($) => $.landing.how.step3Title)}</h3><p>{t(($) => $.landing.how.step3)}</p></li>
            <li><h3>{t(($) => $.landing.how.step4Title)}</h3><p>{t(($) => $.landing.how.step4)}</p></li>
          </ol>
        </section>
        <section className="landing-part">
          <h2>{t(($) => $.landing.gmail.title)}</h2>
          <ul className="permission">
            <li><Icon name="check" /><span>{t(($) => $.landing.gmail.can)}</span></li>
            <li><Icon name="cross" /><span>{t(($) => $.landing.gmail.cannot)}</span></li>
            <li><Icon name="lock" /><span>{t(($) => $.landing.gmail.end)}</span></li>
          </ul>
        </section>
        <section className="landing-part" id="contact">
          <h2>{t(($) => $.landing.contact.title)}</h2>
          <p>{t(($) => $.landing.contact.text)}</p>
          <p><a href={`mailto:${contactAddress()}`}>{t(($) => $.landing.contact.link)}</a></p>
        </section>
      </main>
      <LandingFooter />
    </div>
  );
}
