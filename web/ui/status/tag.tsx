import type { ReactNode } from "react";
import "./tag.css";

/** A framed word. Colour never is the only sign: there always is a word. */
export function Tag({ tone = "plain", children }: { tone?: "plain" | "good" | "warn" | "bad"; children: ReactNode }) {
  return <span className={`tag ${tone}`}>{children}</span>;
}
