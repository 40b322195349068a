import { useId, useState } from "react";
import { LiveRegion } from "./live-region";
import "./progress-bar.css";

interface ProgressBarProps {
  label: string;
  value: number;
  /** Undefined while the total is unknown. */
  max?: number;
  /** What is shown beside the bar, such as "12 / 40". */
  detail?: string;
}

/**
 * A labelled progress bar. It is announced at the start and at each quarter only: each step would interrupt
 * everything else.
 */
export function ProgressBar({ label, value, max, detail }: ProgressBarProps) {
  const id = useId();
  const quarter = max !== undefined && max > 0 ? Math.floor((4 * value) / max) : 0;
  const [announced, setAnnounced] = useState({ label, quarter, detail });
  if (announced.label !== label || announced.quarter !== quarter) setAnnounced({ label, quarter, detail });
  return (
    <div className="progress">
      <span id={id}>{label}</span>
      {detail !== undefined && <span className="numbers soft">{detail}</span>}
      <LiveRegion>
        {announced.detail === undefined ? announced.label : `${announced.label} · ${announced.detail}`}
      </LiveRegion>
      <progress aria-labelledby={id} {...(max !== undefined && max > 0 && { value: Math.min(value, max), max })} />
    </div>
  );
}
