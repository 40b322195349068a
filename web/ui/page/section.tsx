import { type ReactNode, useId } from "react";
import "./section.css";

/** A titled section of a page, separated by a hairline. */
export function Section({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section className="section" aria-labelledby={id}>
      <div className="stack stack-tight">
        <h2 id={id}>{title}</h2>
        {lead !== undefined && <p className="soft prose">{lead}</p>}
      </div>
      <div className="section-body">{children}</div>
    </section>
  );
}
