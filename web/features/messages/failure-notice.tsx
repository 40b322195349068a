import { useTranslation } from "react-i18next";
import { Banner } from "../../ui/banner";
import { Button } from "../../ui/button";

/** Some messages could not be written: how many, and the way to why. */
export function FailureNotice({ count, onOpen }: { count: number; onOpen: () => void }) {
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
