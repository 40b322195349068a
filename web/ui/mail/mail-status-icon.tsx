import "./mail-status-icon.css";

export type MailIconState =
  | "ready"
  | "to_write"
  | "no_email"
  | "blocked"
  | "applied"
  | "sending"
  | "sent"
  | "failed"
  | "unknown";

const CHECK_PATH = "M10 4.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15zM7 12.2l2.2 2.2 4-4.6";
const ENVELOPE_PATH = "M2.5 5.5h19v13.5h-19zM2.5 6.2l9.5 7.3 9.5-7.3";
const POSTMARK_WAVES_PATH = "M19 8.5q1.7-1.4 3.5 0M19.2 12q1.7-1.4 3.5 0M19 15.5q1.7-1.4 3.5 0";

/**
 * Paths on a grid of 24: an envelope for a written letter, a sheet before it is written, a postmark once it was sent.
 */
const iconPaths: Record<MailIconState, string> = {
  ready: ENVELOPE_PATH,
  to_write: "M6 3.5h8.5L18 7v13.5H6zM14.5 3.5V7H18M9 11h6M9 14h3",
  no_email: ENVELOPE_PATH,
  blocked: "M12 4.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15zM6.8 6.8l10.4 10.4",
  sending: "M7.5 6h14v12h-14zM7.5 6.6l7 5.6 7-5.6M2 9h3M1 12h4M2 15h3",
  applied: CHECK_PATH,
  sent: `${CHECK_PATH}${POSTMARK_WAVES_PATH}`,
  failed: `${ENVELOPE_PATH}M9.5 15.2l5 5M14.5 15.2l-5 5`,
  unknown: ENVELOPE_PATH,
};

/** The status of a mail as a small icon beside its text; hidden from screen readers. */
export function MailStatusIcon({ state }: { state: MailIconState }) {
  return (
    <svg className={`mail-mark ${state}`} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={iconPaths[state]} />
      {state === "ready" && <circle className="mail-mark-seal" cx="12" cy="13.2" r="4" />}
      {state === "unknown" && (
        <path className="mail-mark-doubt" d="M10.4 11.3a1.7 1.7 0 1 1 2.4 1.7q-.8.4-.8 1.4M12 16.3v.2" />
      )}
    </svg>
  );
}
