import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/button/button";
import { LiveRegion } from "../../../ui/status/live-region";
import { notify } from "../../../ui/toast/notify";

/** Copies a text of several lines. */
export function CopyButton({ text, children }: { text: string; children: ReactNode }) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => notify.warning(t(($) => $.applications.notCopied)),
    );
  };
  return (
    <>
      <Button icon={copied ? "check" : "copy"} onClick={copy}>
        {copied ? t(($) => $.common.copy.copied) : children}
      </Button>
      <LiveRegion>{copied && t(($) => $.common.copy.copied)}</LiveRegion>
    </>
  );
}
