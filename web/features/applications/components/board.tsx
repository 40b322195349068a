import { type DragEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { Company, Outcome } from "../../../../worker/contract/companies";
import { useShownLanguage } from "../../../i18n/use-language";
import { useOutcomeName } from "../../../i18n/use-outcome-name";
import { type ComingMessages, findComing } from "../../../lib/coming-messages";
import { formatCompanyName } from "../../../lib/company-name";
import { formatBriefDayAndTime, formatDateTime, formatShortDate } from "../../../lib/format";
import { useEventCallback } from "../../../lib/use-event-callback";
import { Button } from "../../../ui/button/button";
import { SelectField } from "../../../ui/form/field";
import { BOARD_COLUMNS, type BoardColumn, findColumnKey, groupByColumn, toMove } from "../model/board";

/** Cards of a column that are drawn at first, and more at each press: a list may have thousands. */
const CARDS_AT_ONCE = 50;
const DRAGGED_TYPE = "application/x-company";

interface BoardProps {
  companies: readonly Company[];
  coming: ComingMessages;
  /** Companies whose mail waits in the outbox. */
  queued: ReadonlyMap<string, unknown>;
  /** The column that a phone shows. */
  column: BoardColumn;
  onColumn: (column: BoardColumn) => void;
  /** Null takes the last outcome back. */
  onMove: (company: Company, outcome: Outcome | null) => void;
}

/** Applications in columns by what became of them; a card is moved by dragging, by keys or by its menu. */
export function Board({ companies, coming, queued, column, onColumn, onMove }: BoardProps) {
  const { t } = useTranslation();
  const groups = groupByColumn(companies);
  const nameColumn = useColumnName();
  const board = useRef<HTMLDivElement>(null);
  const move = (company: Company, to: BoardColumn) => {
    const outcome = toMove(company, to);
    if (outcome !== undefined) onMove(company, outcome);
  };
  // A moved card is drawn anew in another column: the focus goes with it.
  const focusedId = useRef<string | null>(null);
  const follow = useEventCallback(({ target }: FocusEvent) => {
    focusedId.current = target instanceof HTMLElement ? (target.dataset["card"] ?? null) : null;
  });
  useLayoutEffect(() => {
    if (focusedId.current === null || document.activeElement !== document.body) return;
    const cards = [...(board.current?.querySelectorAll<HTMLElement>("[data-card]") ?? [])];
    cards.find((card) => card.dataset["card"] === focusedId.current)?.focus();
  });
  const press = useEventCallback((event: KeyboardEvent) => {
    const link = event.target instanceof HTMLElement && event.target.matches("[data-card]") ? event.target : null;
    if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey) return;
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key] ?? 0;
    const down = { ArrowDown: 1, ArrowUp: -1 }[event.key] ?? 0;
    if (step === 0 && down === 0) return;
    event.preventDefault();
    if (!event.altKey) return focusNext(board.current, link, { step, down });
    const company = companies.find(({ id }) => id === link.dataset["card"]);
    const from = BOARD_COLUMNS.findIndex((each) => each === link.dataset["column"]);
    const to = BOARD_COLUMNS[from + step];
    if (company && to) move(company, to);
  });
  useEffect(() => {
    const element = board.current;
    element?.addEventListener("keydown", press);
    element?.addEventListener("focusin", follow);
    return () => {
      element?.removeEventListener("keydown", press);
      element?.removeEventListener("focusin", follow);
    };
  }, [press, follow]);
  return (
    <>
      <div className="board-choice">
        <SelectField
          label={t(($) => $.board.column)}
          value={column}
          options={BOARD_COLUMNS.map((value) => ({ value, label: `${nameColumn(value)} (${groups[value].length})` }))}
          onChange={(value) => onColumn(BOARD_COLUMNS.find((each) => each === value) ?? column)}
        />
      </div>
      <div ref={board} className="board">
        {BOARD_COLUMNS.map((each) => (
          <Column
            key={each}
            column={each}
            name={nameColumn(each)}
            companies={groups[each]}
            coming={coming}
            queued={queued}
            isShown={each === column}
            onDrop={(id) => {
              const company = companies.find((other) => other.id === id);
              if (company) move(company, each);
            }}
            onMove={move}
          />
        ))}
      </div>
    </>
  );
}

function useColumnName() {
  const { t } = useTranslation();
  const nameOutcome = useOutcomeName();
  return (column: BoardColumn): string =>
    column === "to_write" || column === "ready" ? t(($) => $.companies.filter[column]) : nameOutcome(column);
}

/** The card beside or below, by the columns that have any. */
function focusNext(board: HTMLElement | null, card: HTMLElement, { step, down }: { step: number; down: number }): void {
  const columns = [...(board?.querySelectorAll<HTMLElement>("[data-board-column]") ?? [])].filter((column) =>
    column.checkVisibility(),
  );
  const cards = columns
    .map((column) => [...column.querySelectorAll<HTMLElement>("[data-card]")])
    .filter((list) => list.length > 0);
  const at = cards.findIndex((list) => list.includes(card));
  const list = cards[at + step];
  const place = (cards[at]?.indexOf(card) ?? 0) + down;
  list?.[Math.max(0, Math.min(list.length - 1, place))]?.focus();
}

interface ColumnProps {
  column: BoardColumn;
  name: string;
  companies: readonly Company[];
  coming: BoardProps["coming"];
  queued: BoardProps["queued"];
  isShown: boolean;
  onDrop: (id: string) => void;
  onMove: (company: Company, to: BoardColumn) => void;
}

function Column({ column, name, companies, coming, queued, isShown, onDrop, onMove }: ColumnProps) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(CARDS_AT_ONCE);
  const [isOver, setOver] = useState(false);
  const headingId = `board-${column}`;
  const key = findColumnKey(column);
  const accepts = column !== "to_write" && column !== "ready";
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onDrop(event.dataTransfer.getData(DRAGGED_TYPE));
  };
  return (
    <section
      className={`board-column${isShown ? " shown" : ""}${isOver ? " over" : ""}`}
      data-board-column={column}
      aria-labelledby={headingId}
      {...(accepts && {
        onDragOver: (event: DragEvent) => {
          event.preventDefault();
          setOver(true);
        },
        onDragLeave: () => setOver(false),
        onDrop: drop,
      })}
    >
      <h2 id={headingId}>
        {name} <span className="numbers soft">{companies.length}</span>
        {key !== undefined && <kbd aria-hidden="true">{key}</kbd>}
      </h2>
      <ul>
        {companies.slice(0, shown).map((company) => (
          <Card
            key={company.id}
            company={company}
            comesBy={findComing(coming, company)}
            isQueued={queued.has(company.id)}
            column={column}
            onMove={onMove}
          />
        ))}
      </ul>
      {companies.length > shown && (
        <Button size="small" look="quiet" onClick={() => setShown(shown + CARDS_AT_ONCE)}>
          {t(($) => $.board.more, { count: companies.length - shown })}
        </Button>
      )}
    </section>
  );
}

interface CardProps extends Pick<ColumnProps, "column" | "onMove"> {
  company: Company;
  comesBy: string | undefined;
  isQueued: boolean;
}

function Card({ company, comesBy, isQueued, column, onMove }: CardProps) {
  const { t } = useTranslation();
  const language = useShownLanguage();
  const nameColumn = useColumnName();
  const name = formatCompanyName(company);
  const targets = BOARD_COLUMNS.filter((each) => toMove(company, each) !== undefined);
  const drag = {
    draggable: targets.length > 0,
    onDragStart: (event: DragEvent) => event.dataTransfer.setData(DRAGGED_TYPE, company.id),
  };
  const since = company.outcome_at ?? company.sent_at ?? company.applied?.at ?? null;
  return (
    <li className="board-card" {...drag}>
      <Link to={`/companies/${company.id}`} data-card={company.id} data-column={column} draggable={false}>
        {name}
      </Link>
      <span className="soft small">
        {[company.city, since === null ? "" : formatShortDate(since, language)]
          .filter((part) => part !== "")
          .join(" · ")}
      </span>
      {comesBy !== undefined && (
        <span className="small">
          {t(($) => $.companies.waiting.coming)} · {formatBriefDayAndTime(comesBy, language)}
        </span>
      )}
      {isQueued && column === "ready" && <span className="small">{t(($) => $.companies.filter.queued)}</span>}
      {company.next_date && (
        <span className="small">
          {formatDateTime(company.next_date.at, language)}
          {company.next_date.text !== "" && ` · ${company.next_date.text}`}
        </span>
      )}
      {targets.length > 0 && (
        <select
          className="board-move"
          aria-label={t(($) => $.board.move, { name })}
          value={column}
          onChange={(event) => {
            const to = targets.find((each) => each === event.target.value);
            if (to) onMove(company, to);
          }}
        >
          {[column, ...targets].map((each) => (
            <option key={each} value={each}>
              {nameColumn(each)}
            </option>
          ))}
        </select>
      )}
    </li>
  );
}
