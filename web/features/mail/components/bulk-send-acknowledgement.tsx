import { useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { isScrolledToEnd } from "../../../lib/use-end-in-view";
import { Checkbox } from "../../../ui/form/checkbox";

interface BulkSendChecklistProps {
  from: string;
  disabled: boolean;
  /** Called with true once all three boxes are checked. */
  onComplete: (complete: boolean) => void;
}

/** What to read and check before a bulk send. The last box is enabled at the end of the list. */
export function BulkSendChecklist({ from, disabled, onComplete }: BulkSendChecklistProps) {
  const { t } = useTranslation();
  const titleId = useId();
  const list = useRef<HTMLUListElement>(null);
  const [read, setRead] = useState(false);
  const [boxes, setBoxes] = useState({ reviewed: false, compliance: false, acknowledge: false });

  const checkScrolledToEnd = () => {
    if (list.current && isScrolledToEnd(list.current)) setRead(true);
  };
  useEffect(() => {
    const box = list.current;
    if (!box) return;
    // A scrolling list must be focusable to be read by keyboard; not every browser makes it so.
    box.tabIndex = 0;
    // A large screen may not scroll at all; sizes are known only once the dialog is open.
    const watcher = new ResizeObserver(() => {
      if (isScrolledToEnd(box)) setRead(true);
    });
    watcher.observe(box);
    return () => watcher.disconnect();
  }, []);
  const setBox = (box: keyof typeof boxes) => (checked: boolean) => {
    const next = { ...boxes, [box]: checked };
    setBoxes(next);
    onComplete(next.reviewed && next.compliance && next.acknowledge);
  };

  return (
    <div className="stack stack-tight">
      <h3 id={titleId}>{t(($) => $.mail.bulk.checklistTitle)}</h3>
      <div role="region" aria-label={t(($) => $.mail.bulk.scrollRegion)}>
        <ul className="checklist" ref={list} onScroll={checkScrolledToEnd} aria-labelledby={titleId}>
          <li>{t(($) => $.mail.bulk.check1)}</li>
          <li>{t(($) => $.mail.bulk.check2)}</li>
          <li>{t(($) => $.mail.bulk.check3)}</li>
          <li>{t(($) => $.mail.bulk.check4)}</li>
          <li>{t(($) => $.mail.bulk.check5)}</li>
          <li>{t(($) => $.mail.bulk.check6, { from })}</li>
        </ul>
      </div>
      {!read && <p className="soft small">{t(($) => $.mail.bulk.scroll)}</p>}
      <Checkbox
        label={t(($) => $.mail.bulk.reviewed)}
        checked={boxes.reviewed}
        disabled={disabled}
        onChange={setBox("reviewed")}
      />
      <Checkbox
        label={t(($) => $.mail.bulk.compliance)}
        checked={boxes.compliance}
        disabled={disabled}
        onChange={setBox("compliance")}
      />
      <Checkbox
        label={t(($) => $.mail.bulk.acknowledge)}
        checked={boxes.acknowledge}
        disabled={disabled || !read}
        onChange={setBox("acknowledge")}
      />
    </div>
  );
}
