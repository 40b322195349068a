import type { ReactNode } from "react";
import "./empty.css";

/** A screen with nothing on it yet: one picture, one sentence, one action. */
export function Empty({ picture, title, text, action }: { picture?: ReactNode; title: string; text: string; action?: ReactNode }) {
  return (
    <div className="empty">
      {picture}
      <h2>{title}</h2>
      <p className="soft prose">{text}</p>
      {action}
    </div>
  );
}
