import type { ReactNode } from "react";
import "./illustration.css";

/**
 * Line drawings on a grid of 120 by 84. `paper` hides what is below it, `soft` is lighter, `seal` is the only colour.
 */
const illustrations = {
  cv: (
    <>
      <path className="paper" d="M36 10h34l14 14v52H36z" />
      <path d="M70 10v14h14" />
      <path className="soft" d="M44 32h11v13H44zM62 34h14M62 41h9M44 54h32M44 61h32M44 68h20" />
      <path className="accent" d="M46 5v14a4 4 0 0 0 8 0V8a2.5 2.5 0 0 0-5 0v10" />
    </>
  ),
  route: (
    <>
      <path className="accent dashed" d="M14 66c18 0 16-32 34-32s18 24 36 24c14 0 10-24 20-30" />
      <circle className="paper" cx="14" cy="66" r="5" />
      <circle className="paper" cx="48" cy="34" r="5" />
      <circle className="paper" cx="84" cy="58" r="5" />
      <path className="paper" d="M92 28V8h20v20z" />
      <path className="soft" d="M97 13h3M104 13h3M97 19h3M104 19h3" />
      <circle className="seal" cx="48" cy="34" r="2" />
    </>
  ),
  letter: (
    <>
      <path className="paper" d="M20 40v36h80V40L60 14z" />
      <path className="paper" d="M30 8h60v56H30z" />
      <path className="soft" d="M38 18h22M38 27h44M38 34h44M38 41h30" />
      <path className="paper" d="M20 40l40 24 40-24v36H20z" />
    </>
  ),
  sealed: (
    <>
      <path className="paper" d="M18 16h84v56H18z" />
      <path d="M18 17l42 31 42-31" />
      <path className="soft" d="M18 71l28-24M102 71L74 47" />
      <circle className="seal" cx="60" cy="46" r="9" />
    </>
  ),
  posted: (
    <>
      <path className="paper" d="M14 16h92v58H14z" />
      <path className="soft" d="M24 50h38M24 58h30" />
      <path className="seal" d="M84 23h15v19H84z" />
      <circle cx="74" cy="34" r="12" />
      <circle className="soft" cx="74" cy="34" r="7.5" />
      <path className="soft" d="M28 28q4-3 8 0t8 0t8 0M28 34q4-3 8 0t8 0t8 0M28 40q4-3 8 0t8 0t8 0" />
    </>
  ),
  drawer: (
    <>
      <path className="paper" d="M30 40V14h24l6 6h32v20" />
      <path className="soft" d="M38 28h40" />
      <path className="paper" d="M18 34h84v40H18z" />
      <path d="M18 46h84" />
      <path className="accent" d="M50 58h20v5H50z" />
    </>
  ),
  lens: (
    <>
      <path className="paper" d="M24 8h56v68H24z" />
      <path className="soft dashed" d="M34 22h36M34 34h36M34 46h36M34 58h24" />
      <circle className="paper" cx="78" cy="46" r="17" />
      <path className="accent" d="M91 59l13 13" />
    </>
  ),
  torn: (
    <>
      <path className="paper" d="M32 8h56v34l-9 5-9-6-10 6-9-6-10 6-9-5z" />
      <path className="soft" d="M40 20h30M40 29h38" />
      <path className="paper" d="M36 76V54l9 5 10-6 9 6 10-6 9 6 9-5v22z" />
      <path className="soft" d="M46 68h30" />
    </>
  ),
} as const satisfies Record<string, ReactNode>;

export type IllustrationName = keyof typeof illustrations;

/** A small picture, hidden from screen readers. */
export function Illustration({ name }: { name: IllustrationName }) {
  return (
    <svg className="drawing" viewBox="0 0 120 84" aria-hidden="true" focusable="false">
      {illustrations[name]}
    </svg>
  );
}
