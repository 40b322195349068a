import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../button/button";
import { Banner } from "./banner";

interface RetryBannerProps {
  /** The next try is under way. */
  busy: boolean;
  onRetry: () => void;
  /** Announced at once by a screen reader. */
  alert?: boolean;
  children: ReactNode;
}

/** An error while something was loaded, with a button that tries again. */
export function RetryBanner({ busy, onRetry, alert = false, children }: RetryBannerProps) {
  const { t } = useTranslation();
  return (
    <Banner
      tone="bad"
      alert={alert}
      action={
        <Button size="small" busy={busy} onClick={onRetry}>
          {t(($) => $.common.retry)}
        </Button>
      }
    >
      {children}
    </Banner>
  );
}
