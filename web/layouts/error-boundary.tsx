import { Component, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../ui/button/button";
import { Illustration } from "../ui/graphics/illustration";
import { usePageTitle } from "../ui/page/page";
import { EmptyState } from "../ui/status/empty-state";

/** What stands in place of a screen that failed to draw or to load. */
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

/** Keeps a screen that fails from taking the page with it. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { crashed: boolean }> {
  override state = { crashed: false };

  static getDerivedStateFromError() {
    return { crashed: true };
  }

  override render() {
    return this.state.crashed ? <ErrorPage /> : this.props.children;
  }
}
