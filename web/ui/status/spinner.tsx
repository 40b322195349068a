import "./spinner.css";

/** Something is going on. With a label it is read aloud, without one it is decoration. */
export function Spinner({ label }: { label?: string }) {
  return (
    <span className="spinner" {...(label !== undefined && { role: "status" })}>
      {label !== undefined && <span className="visually-hidden">{label}</span>}
    </span>
  );
}

/** The shape of lines to come, while they load. */
export function Skeleton({
  lines = 3,
  shape = "lines",
  label,
}: {
  lines?: number;
  /** `dashboard` has its numbers and its strip above the rows. */ shape?: "lines" | "dashboard" | "letter";
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
