import { useId, useState } from "react";
import { LiveRegion } from "./live-region";
import "./progress-bar.css";

interface ProgressBarProps {
  label: string;
  value: number;
  /** Left out while the end is not known. */
  max?: number;
  /** What is shown beside the bar, such as "12 / 40". */
  detail?: string;
}

/** A bar with what it is about. It is read aloud at its start and at each quarter of the way: every step would talk over everything else. */
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
