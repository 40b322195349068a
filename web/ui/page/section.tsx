import { type ReactNode, useId } from "react";
import "./section.css";

/** A titled section of a page, separated by a hairline. */
export function Section({
  title,
  lead,
  anchor,
  children,
}: {
  title: string;
  lead?: ReactNode;
  /** The part of an address that leads here. */
  anchor?: string;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section id={anchor} className="section" aria-labelledby={id}>
      <div className="stack stack-tight">
        <h2 id={id}>{title}</h2>
        {lead !== undefined && <p className="soft prose">{lead}</p>}
      </div>
      <div className="section-body">{children}</div>
    </section>
  );
}
