import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { useEndInView } from "../../../lib/use-end-in-view";
import { Checkbox } from "../../../ui/form/checkbox";

interface BulkSendChecklistProps {
  from: string;
  /** How many of the messages were not read to their end. */
  unread: number;
  disabled: boolean;
  /** Called with true once all three boxes are checked. */
  onComplete: (complete: boolean) => void;
}

/** What to read and check before a bulk send. The last box is enabled once the end of the list was in view. */
export function BulkSendChecklist({ from, unread, disabled, onComplete }: BulkSendChecklistProps) {
  const { t } = useTranslation();
  const titleId = useId();
  const [read, setRead] = useState(false);
  const [boxes, setBoxes] = useState({ reviewed: false, compliance: false, acknowledge: false });

  const end = useEndInView("checklist", () => setRead(true));
  const setBox = (box: keyof typeof boxes) => (checked: boolean) => {
    const next = { ...boxes, [box]: checked };
    setBoxes(next);
    onComplete(next.reviewed && next.compliance && next.acknowledge);
  };

  return (
    <div className="stack stack-tight">
      <h3 id={titleId}>{t(($) => $.mail.bulk.checklistTitle)}</h3>
      <div>
        <ul className="checklist" aria-labelledby={titleId}>
          <li>{unread === 0 ? t(($) => $.mail.bulk.check1) : t(($) => $.mail.bulk.check1Unread)}</li>
          <li>{t(($) => $.mail.bulk.check2)}</li>
          <li>{t(($) => $.mail.bulk.check3)}</li>
          <li>{t(($) => $.mail.bulk.check4)}</li>
          <li>{t(($) => $.mail.bulk.check5)}</li>
          <li>{t(($) => $.mail.bulk.check6, { from })}</li>
        </ul>
        <span ref={end} className="end-of-letter" />
      </div>
      <Checkbox
        label={unread === 0 ? t(($) => $.mail.bulk.reviewed) : t(($) => $.mail.bulk.reviewedUnread, { count: unread })}
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
        // It keeps its place: the boxes above must not move under the pointer.
        hint={<span className={read ? "keeps-place" : undefined}>{t(($) => $.mail.bulk.scroll)}</span>}
        checked={boxes.acknowledge}
        disabled={disabled || !read}
        onChange={setBox("acknowledge")}
      />
    </div>
  );
}
