import "./spinner.css";

/** A spinner. With a label it is announced, without one it is decoration. */
export function Spinner({ label }: { label?: string }) {
  return (
    <span className="spinner" {...(label !== undefined && { role: "status" })}>
      {label !== undefined && <span className="visually-hidden">{label}</span>}
    </span>
  );
}

/** A placeholder for content that is loading. */
export function Skeleton({
  lines = 3,
  shape = "lines",
  label,
}: {
  lines?: number;
  /** `dashboard` adds the counts and the strip above the rows. */
  shape?: "lines" | "table-rows" | "dashboard" | "letter";
  label: string;
}) {
  return (
    <div className={`skeleton ${shape}`} role="status">
      <span className="visually-hidden">{label}</span>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className="skeleton-line" />
      ))}
    </div>
  );
}
