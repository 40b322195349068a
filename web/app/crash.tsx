import { useTranslation } from "../i18n/use-translation";
import { Button } from "../ui/button";
import { Drawing } from "../ui/drawing";
import { Empty } from "../ui/empty";
import { usePageTitle } from "../ui/page";

/** What stands in place of a screen that failed to draw or to load. */
export function Crash() {
  const { t } = useTranslation();
  usePageTitle("");
  return (
    <main>
      <Empty
        picture={<Drawing name="torn" />} title={t(($) => $.common.crash.title)} text={t(($) => $.common.crash.text)}
        action={<Button look="primary" onClick={() => window.location.reload()}>{t(($) => $.common.crash.reload)}</Button>}
      />
    </main>
  );
}
