import { useFindingText } from "../../i18n/use-finding-text";
import type { Finding } from "../../lib/letter-findings";
import "./letter-finding-list.css";

/** One line per finding: what it is and the words it is about. Nothing without findings. */
export function LetterFindingList({ findings }: { findings: readonly Finding[] }) {
  const findingText = useFindingText();
  if (findings.length === 0) return null;
  return (
    <ul className="findings">
      {findings.map((each) => (
        <li key={`${each.code} ${each.detail}`}>{findingText(each)}</li>
      ))}
    </ul>
  );
}
