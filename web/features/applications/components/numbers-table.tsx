import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { NumbersGroup } from "../../../../worker/contract/numbers";
import { useShownLanguage } from "../../../i18n/use-language";
import { Button } from "../../../ui/button/button";
import { Section } from "../../../ui/page/section";
import { formatAnswered } from "../model/answer-rate";

/** Rows that are shown at first. */
const FIRST_ROWS = 8;

interface NumbersTableProps {
  title: string;
  /** What the companies are grouped by. */
  column: string;
  groups: readonly NumbersGroup[];
  nameGroup: (group: NumbersGroup) => string;
}

/** Answers by group. The bars say what the numbers say: how many companies, and the part of them that answered. */
export function NumbersTable({ title, column, groups, nameGroup }: NumbersTableProps) {
  const { t } = useTranslation();
  const language = useShownLanguage();
  const [all, setAll] = useState(false);
  const longest = Math.max(...groups.map(({ applied }) => applied));
  const shown = all ? groups : groups.slice(0, FIRST_ROWS);
  const toWidth = (count: number) => ({ width: `${(count / longest) * 100}%` });
  return (
    <Section title={title}>
      <table className="numbers-table">
        <caption className="visually-hidden">{title}</caption>
        <thead>
          <tr>
            <th scope="col">{column}</th>
            <th scope="col">{t(($) => $.numbers.answered)}</th>
            <th scope="col">{t(($) => $.numbers.interviews)}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((group) => (
            <tr key={group.key}>
              <th scope="row">
                <span>{nameGroup(group)}</span>
                <span className="numbers-bar" style={toWidth(group.applied)} aria-hidden="true">
                  <span style={{ width: `${(group.answered / group.applied) * 100}%` }} />
                </span>
              </th>
              <td>
                {formatAnswered(
                  group,
                  t(($) => $.numbers.of, { answered: group.answered, applied: group.applied }),
                  language,
                )}
              </td>
              <td>{group.interviews}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {shown.length < groups.length && (
        <div>
          <Button size="small" look="quiet" onClick={() => setAll(true)}>
            {t(($) => $.numbers.more, { count: groups.length - shown.length })}
          </Button>
        </div>
      )}
    </Section>
  );
}
