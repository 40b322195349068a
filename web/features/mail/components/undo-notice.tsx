import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useRoute } from "wouter";
import { useShownLanguage } from "../../../i18n/use-language";
import { formatDayAndTime } from "../../../lib/format";
import { NARROW_SCREEN_PX } from "../../../lib/narrow-screen";
import { reserveBottomRoom } from "../../../lib/reserve-bottom-room";
import { Button } from "../../../ui/button/button";
import { LiveRegion } from "../../../ui/status/live-region";
import { useOutbox, useUndo } from "../hooks/use-outbox";
import { type UndoNotice as Notice, undoNotice } from "../model/undo-notice";
import { OutboxStyles } from "./outbox-styles";

/** How long it says what became of the undo. Milliseconds. */
const RESULT_MS = 8_000;
/** A mail that leaves this soon after the undo time is said to leave at its end. Milliseconds. */
const SOON_MS = 20_000;
/** Below it, as in its styles. */
const GAP_PX = 12;
/** In these, the key undoes what was typed. */
const TEXT_FIELDS = "input:not([type=checkbox], [type=radio]), textarea, [contenteditable]";

/**
 * Mails just queued here, with a button and a key that undo it while that is possible. It takes no focus. Rendered
 * empty before, so that a screen reader announces its text.
 */
export function UndoNotice({
  place,
  except,
  onUndone,
}: {
  /**
   * `floating`: in the sidebar, above the bar of a phone; `foot`: before the buttons of a dialog, so that it covers
   * nothing.
   */
  place: "floating" | "foot";
  /** The company of a dialog that closes with its own mail: that one is told behind it. */
  except?: string;
  /** Called when none of them will leave. */
  onUndone?: (companyIds: readonly string[]) => void;
}) {
  const { t } = useTranslation();
  const { notice: latest, undo } = useUndo();
  const notice = except !== undefined && latest?.companyIds.includes(except) ? null : latest;
  const isOpen = notice?.phase === "open";
  const isFloating = place === "floating";
  const [isOutbox] = useRoute("/outbox");
  useUndone(notice, onUndone);
  const box = useRef<HTMLDivElement>(null);
  const isShown = notice !== null;
  useLayoutEffect(() => {
    const shown = box.current;
    if (!isFloating || !isShown || !shown) return;
    const resized = new ResizeObserver(() => {
      const isPhone = window.innerWidth <= NARROW_SCREEN_PX;
      reserveBottomRoom("undo", isPhone ? shown.offsetHeight + GAP_PX : 0);
    });
    resized.observe(shown);
    return () => {
      resized.disconnect();
      reserveBottomRoom("undo", 0);
    };
  }, [isFloating, isShown]);
  useEffect(() => {
    if (!isOpen) return;
    const press = (event: KeyboardEvent) => {
      if (event.key !== "z" || !(event.ctrlKey || event.metaKey) || event.shiftKey) return;
      if (event.target instanceof Element && event.target.matches(TEXT_FIELDS)) return;
      event.preventDefault();
      undo();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  });

  const formatResult = ({ phase, lateCount, companyIds, name }: Notice): string => {
    if (phase === "undone") return t(($) => $.outbox.undo.undone, { count: companyIds.length, name });
    if (phase === "late") return t(($) => $.outbox.undo.late, { count: lateCount });
    return phase === "failed" ? t(($) => $.outbox.undo.failed) : t(($) => $.outbox.undo.undoing);
  };
  return (
    <>
      {notice && <OutboxStyles />}
      {notice && (
        <div ref={box} className={`undo-notice ${place}`}>
          <span className="undo-text numbers">
            {isOpen ? <Countdown key={notice.until} notice={notice} /> : formatResult(notice)}
          </span>
          {notice.phase !== "open" && notice.phase !== "undoing" && <ResultEnd key={notice.phase} />}
          {isOpen && (
            <Button size="small" icon="undo" aria-keyshortcuts="Control+Z" onClick={undo}>
              {t(($) => $.outbox.undo.button)}
            </Button>
          )}
          {isFloating && !isOutbox && notice.phase !== "undone" && <Link to="/outbox">{t(($) => $.outbox.title)}</Link>}
        </div>
      )}
      <LiveRegion>
        {notice &&
          (isOpen
            ? t(($) => $.outbox.undo.announced, { count: notice.companyIds.length, name: notice.name })
            : formatResult(notice))}
      </LiveRegion>
    </>
  );
}

/** Tells of an undo that this tab began and that reached all of them. */
function useUndone(notice: Notice | null, onUndone: ((companyIds: readonly string[]) => void) | undefined): void {
  const before = useRef(notice?.phase);
  useEffect(() => {
    if (before.current === "undoing" && notice?.phase === "undone") onUndone?.(notice.companyIds);
    before.current = notice?.phase;
  });
}

/** What happens when, with the seconds that are left; it closes the notice at the end. */
function Countdown({ notice: { companyIds, name, leavesAt, until } }: { notice: Notice }) {
  const { t } = useTranslation();
  const language = useShownLanguage();
  const outbox = useOutbox().data?.outbox;
  const isStopped = outbox !== undefined && outbox.stopped !== null;
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const end = setTimeout(() => undoNotice.write(null), until - Date.now());
    const tick = setInterval(() => setNow(Date.now()), 250);
    return () => {
      clearTimeout(end);
      clearInterval(tick);
    };
  }, [until]);
  const seconds = Math.max(0, Math.ceil((until - now) / 1000));
  const count = companyIds.length;
  if (leavesAt === null || isStopped) return t(($) => $.outbox.undo.stopped, { count, name, seconds });
  if (Date.parse(leavesAt) < until + SOON_MS) return t(($) => $.outbox.undo.soon, { count, name, seconds });
  return t(($) => $.outbox.undo.later, { count, name, seconds, time: formatDayAndTime(leavesAt, language) });
}

/** Closes the notice once its result could be read. */
function ResultEnd() {
  useEffect(() => {
    const end = setTimeout(() => undoNotice.write(null), RESULT_MS);
    return () => clearTimeout(end);
  }, []);
  return null;
}
