import { useId } from "react";
import "./progress.css";

interface ProgressProps {
  label: string;
  value: number;
  /** Left out while the end is not known. */
  max?: number;
  /** What is shown beside the bar, such as "12 / 40". */
  detail?: string;
}

export function Progress({ label, value, max, detail }: ProgressProps) {
  const id = useId();
  return (
    <div className="progress">
      <span id={id}>{label}</span>
      {detail !== undefined && <span className="numbers soft">{detail}</span>}
      <progress aria-labelledby={id} {...(max !== undefined && max > 0 && { value: Math.min(value, max), max })} />
    </div>
  );
}
