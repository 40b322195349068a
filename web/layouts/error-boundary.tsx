import { Component, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../ui/button/button";
import { Illustration } from "../ui/graphics/illustration";
import { usePageTitle } from "../ui/page/page";
import { EmptyState } from "../ui/status/empty-state";

/** Shown instead of a screen that failed to load or to render. */
function ErrorPage() {
  const { t } = useTranslation();
  usePageTitle("");
  return (
    <main>
      <EmptyState
        level="h1"
        picture={<Illustration name="torn" />}
        title={t(($) => $.common.crash.title)}
        text={t(($) => $.common.crash.text)}
        action={
          <Button look="primary" onClick={() => window.location.reload()}>
            {t(($) => $.common.crash.reload)}
          </Button>
        }
      />
    </main>
  );
}

/** Catches errors of the screens. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { crashed: boolean }> {
  override state = { crashed: false };

  static getDerivedStateFromError() {
    return { crashed: true };
  }

  override render() {
    return this.state.crashed ? <ErrorPage /> : this.props.children;
  }
}
