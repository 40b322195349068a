import type { ReactNode } from "react";
import "./empty-state.css";

/** An empty screen: one picture, one sentence, one action. */
export function EmptyState({
  level: Heading = "h2",
  picture,
  title,
  text,
  action,
}: {
  /** `h1` where the page has no other heading. */ level?: "h1" | "h2";
  picture?: ReactNode;
  title: string;
  text: string;
  action?: ReactNode;
}) {
  return (
    <div className="empty">
      {picture}
      <Heading>{title}</Heading>
      <p className="soft prose">{text}</p>
      {action}
    </div>
  );
}
