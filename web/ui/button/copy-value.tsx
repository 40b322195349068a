import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { LiveRegion } from "../status/live-region";
import { Button } from "./button";
import "./copy-value.css";

/** How long the button confirms the copy (ms). */
const COPIED_LABEL_MS = 2_000;

interface CopyValueProps {
  label: string;
  value: string;
}

/** A value to copy. Where the browser forbids copying, the value is selected instead. */
export function CopyValue({ label, value }: CopyValueProps) {
  const { t } = useTranslation();
  const text = useRef<HTMLElement>(null);
  const [done, setDone] = useState<"copied" | "selected" | null>(null);
  useEffect(() => {
    if (done === null) return;
    const timer = setTimeout(() => setDone(null), COPIED_LABEL_MS);
    return () => clearTimeout(timer);
  }, [done]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setDone("copied");
    } catch {
      if (text.current) getSelection()?.selectAllChildren(text.current);
      setDone("selected");
    }
  };
  const said = t(($) => $.common.copy[done ?? "button"]);
  return (
    <div className="copy-value">
      <dt>{label}</dt>
      <dd>
        <code ref={text} translate="no">
          {value}
        </code>
        <Button
          size="small"
          icon={done === "copied" ? "check" : "copy"}
          onClick={() => void copy()}
          aria-label={t(($) => $.common.copy.label, { action: said, label })}
        >
          {said}
        </Button>
        <LiveRegion>{done && said}</LiveRegion>
      </dd>
    </div>
  );
}
