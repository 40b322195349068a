import { Component, type ReactNode, useCallback, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { LoadError } from "../lib/fetch-code";
import { Button } from "../ui/button/button";
import { Illustration } from "../ui/graphics/illustration";
import { usePageTitle } from "../ui/page/page";
import { EmptyState } from "../ui/status/empty-state";

/** Shown instead of a screen that failed to render. */
function ErrorPage() {
  const { t } = useTranslation();
  usePageTitle("");
  return (
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
  );
}

/** Shown instead of a screen that could not be fetched. It comes by itself once there is a connection. */
function UnloadedPage({ onRetry }: { onRetry: () => Promise<void> }) {
  const { t } = useTranslation();
  usePageTitle("");
  const [isBusy, setBusy] = useState(false);
  const retry = useCallback(async () => {
    setBusy(true);
    await onRetry().catch(() => {
      setBusy(false);
      // What the browser has failed to import while it was online, it does not import again.
      if (navigator.onLine) window.location.reload();
    });
  }, [onRetry]);
  useEffect(() => {
    const onOnline = () => void retry();
    window.addEventListener("online", onOnline);
    return () => window.removeEventListener("online", onOnline);
  }, [retry]);
  return (
    <EmptyState
      level="h1"
      picture={<Illustration name="torn" />}
      title={t(($) => $.common.unloaded.title)}
      text={t(($) => $.common.unloaded.text)}
      action={
        <Button look="primary" busy={isBusy} onClick={() => void retry()}>
          {t(($) => $.common.retry)}
        </Button>
      }
    />
  );
}

/** Catches errors outside of the screens. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { crashed: boolean }> {
  override state = { crashed: false };

  static getDerivedStateFromError() {
    return { crashed: true };
  }

  override render() {
    return this.state.crashed ? (
      <main>
        <ErrorPage />
      </main>
    ) : (
      this.props.children
    );
  }
}

interface ScreenBoundaryProps {
  children: ReactNode;
  /** Whether the main landmark of the page is the screen's own, and missing without it. */
  isMain: boolean;
  /** Fetches the screen once more. */
  onRetry: () => Promise<void>;
}

/** Catches errors of one screen: what is around it stays. */
export class ScreenBoundary extends Component<ScreenBoundaryProps, { failure: unknown }> {
  override state = { failure: null };

  static getDerivedStateFromError(failure: unknown) {
    return { failure };
  }

  #retry = async () => {
    await this.props.onRetry();
    this.setState({ failure: null });
  };

  override render() {
    const failure: unknown = this.state.failure;
    if (failure === null) return this.props.children;
    const page = failure instanceof LoadError ? <UnloadedPage onRetry={this.#retry} /> : <ErrorPage />;
    if (!this.props.isMain) return page;
    return (
      <main id="main" className="auth" tabIndex={-1}>
        {page}
      </main>
    );
  }
}
