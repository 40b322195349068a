import { useId } from "react";
import "./sent-stamp.css";

const UPPER_WAVES_PATH = "M97 34q9 -6 18 0t18 0t10 0M98 46q9 -6 18 0t18 0t10 0";
const LOWER_WAVES_PATH = "M98 58q9 -6 18 0t18 0t10 0M97 70q9 -6 18 0t18 0t10 0";
/** A longer word is drawn narrower, to stay inside the ring. */
const MAX_WIDE_LETTERS = 6;

/** The postmark of a sent mail: a word in the middle, a line of text around it. Screen readers read `label`. */
export function SentStamp({ word, around, label }: { word: string; around: string; label?: string }) {
  const path = useId();
  return (
    <svg
      className="postmark"
      viewBox="0 0 150 100"
      {...(label === undefined ? { "aria-hidden": true } : { role: "img", "aria-label": label })}
    >
      <path id={path} d="M50 50m-33 0a33 33 0 1 1 66 0a33 33 0 1 1 -66 0" className="postmark-path" />
      <circle cx="50" cy="50" r="44" />
      <circle cx="50" cy="50" r="27" />
      <path d={UPPER_WAVES_PATH + LOWER_WAVES_PATH} />
      <text className="postmark-around">
        <textPath href={`#${path}`} startOffset="25%" textAnchor="middle">
          {around}
        </textPath>
      </text>
      <text
        className="postmark-word"
        x="50"
        y="54"
        textAnchor="middle"
        {...(word.length > MAX_WIDE_LETTERS && { textLength: 48, lengthAdjust: "spacingAndGlyphs" })}
      >
        {word}
      </text>
    </svg>
  );
}
