import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/button/button";
import { Banner } from "../../../ui/status/banner";

/** Number of messages that could not be written, with a button to see why. */
export function GenerationFailureNotice({ count, onOpen }: { count: number; onOpen: () => void }) {
  const { t } = useTranslation();
  if (count === 0) return null;
  return (
    <Banner
      tone="warn"
      action={
        <Button size="small" onClick={onOpen}>
          {t(($) => $.messages.failure.why)}
        </Button>
      }
    >
      {t(($) => $.messages.bulk.failed, { count })}
    </Banner>
  );
}
