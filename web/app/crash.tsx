import { Component, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../ui/button";
import { Drawing } from "../ui/drawing";
import { Empty } from "../ui/empty";
import { usePageTitle } from "../ui/page";

/** What stands in place of a screen that failed to draw or to load. */
function Crash() {
  const { t } = useTranslation();
  usePageTitle("");
  return (
    <main>
      <Empty
        level="h1"
        picture={<Drawing name="torn" />}
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
export class CrashBoundary extends Component<{ children: ReactNode }, { crashed: boolean }> {
  override state = { crashed: false };

  static getDerivedStateFromError() {
    return { crashed: true };
  }

  override render() {
    return this.state.crashed ? <Crash /> : this.props.children;
  }
}
