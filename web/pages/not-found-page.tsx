import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { getButtonClass } from "../ui/button/button";
import { Illustration } from "../ui/graphics/illustration";
import { Brand } from "../ui/page/brand";
import { usePageTitle } from "../ui/page/page";
import { EmptyState } from "../ui/status/empty-state";
import "../features/account/components/auth.css";

/** Says that an address leads nowhere; the start page sends users who are signed in to their companies. */
export function NotFoundPage() {
  const { t } = useTranslation();
  const title = t(($) => $.landing.notFound.title);
  usePageTitle(title);
  return (
    <main id="main" className="auth" tabIndex={-1}>
      <Link to="/" className="brand">
        <Brand />
      </Link>
      <EmptyState
        level="h1"
        picture={<Illustration name="torn" />}
        title={title}
        text={t(($) => $.landing.notFound.text)}
        action={
          <Link to="/" className={getButtonClass({ look: "primary" })}>
            {t(($) => $.landing.notFound.start)}
          </Link>
        }
      />
    </main>
  );
}
