import type { ReactNode } from "react";
import "./tag.css";

/** A word in a frame. A tone is always beside a word, never alone. */
export function Tag({ tone = "plain", children }: { tone?: "plain" | "good" | "warn" | "bad"; children: ReactNode }) {
  return <span className={`tag ${tone}`}>{children}</span>;
}
