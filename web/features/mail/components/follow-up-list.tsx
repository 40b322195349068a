import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { FollowUp } from "../../../../worker/contract/follow-ups";
import { useErrorText } from "../../../i18n/use-error-text";
import { useShownLanguage } from "../../../i18n/use-language";
import { formatCompanyName } from "../../../lib/company-name";
import { formatDate } from "../../../lib/format";
import { Button, IconButton } from "../../../ui/button/button";
import { Checkbox } from "../../../ui/form/checkbox";
import { Icon } from "../../../ui/graphics/icon";
import { Spinner } from "../../../ui/status/spinner";
import { Tag } from "../../../ui/status/tag";
import { isWritten, toFollowUpName } from "../model/rules-follow-ups";

/** A follow-up of the list, with what this tab and the outbox know of it. */
export interface ListedFollowUp {
  followUp: FollowUp;
  /** It is being written, or waits to be. */
  writing: "waiting" | "writing" | undefined;
  /** Why the last try to write it failed. */
  failure: unknown;
  isQueued: boolean;
}

interface FollowUpListProps {
  listed: readonly ListedFollowUp[];
  chosen: ReadonlySet<string>;
  onChoose: (id: string, yes: boolean) => void;
  onWrite: (followUp: FollowUp) => void;
  onStop: (id: string) => void;
  onRead: (id: string) => void;
  onCall: (id: string) => void;
}

/** The applications that it is time to follow up, and what can be done about each. */
export function FollowUpList({ listed, chosen, onChoose, onWrite, onStop, onRead, onCall }: FollowUpListProps) {
  const { t } = useTranslation();
  const language = useShownLanguage();
  const errorText = useErrorText();
  const renderNext = ({ followUp, writing, isQueued }: ListedFollowUp): ReactNode => {
    const name = formatCompanyName(toFollowUpName(followUp));
    const { company_id: id } = followUp;
    if (isQueued)
      return (
        <Link to="/outbox" aria-label={t(($) => $.outbox.openFor, { name })}>
          {t(($) => $.followUps.queued)}
        </Link>
      );
    if (writing)
      return (
        <>
          <span className="soft small row">
            {writing === "writing" && <Spinner />}
            {writing === "writing" ? t(($) => $.messages.cell.writing) : t(($) => $.messages.cell.queued)}
          </span>
          <IconButton
            size="small"
            icon="cross"
            label={t(($) => $.followUps.stopFor, { name })}
            onClick={() => onStop(id)}
          />
        </>
      );
    return isWritten(followUp) ? (
      <Button
        size="small"
        icon="envelope"
        aria-label={t(($) => $.followUps.readFor, { name })}
        onClick={() => onRead(id)}
      >
        {t(($) => $.followUps.read)}
      </Button>
    ) : (
      <Button
        size="small"
        icon="wand"
        aria-label={t(($) => $.followUps.writeFor, { name })}
        onClick={() => onWrite(followUp)}
      >
        {t(($) => $.followUps.write)}
      </Button>
    );
  };
  return (
    <ul className="follow-ups">
      {listed.map((each) => {
        const { followUp, failure, writing, isQueued } = each;
        const { company_id: id, city, step, recipient, applied_at: appliedAt, phones } = followUp;
        const name = formatCompanyName(toFollowUpName(followUp));
        return (
          <li key={id} className="follow-up">
            <span className="follow-up-choice">
              {!isQueued && (
                <Checkbox
                  bare
                  label={t(($) => $.companies.row.select, { name })}
                  checked={chosen.has(id)}
                  onChange={(yes) => onChoose(id, yes)}
                />
              )}
            </span>
            <span className="follow-up-who">
              <span className="row">
                <Link to={`/companies/${id}`}>
                  <strong>{name}</strong>
                </Link>
                {step === 2 && <Tag>{t(($) => $.followUps.last)}</Tag>}
              </span>
              <span className="soft small">
                {appliedAt !== null && t(($) => $.followUps.appliedOn, { date: formatDate(appliedAt, language) })}
                {city !== "" && ` · ${city}`}
              </span>
              <span className="soft small">{recipient}</span>
              {failure !== undefined && !writing && (
                <span className="small follow-up-failure" role="alert">
                  <Icon name="warning" />{" "}
                  {errorText(
                    failure,
                    t(($) => $.followUps.writeError),
                  )}
                </span>
              )}
            </span>
            <span className="follow-up-actions">
              {phones.length > 0 && !isQueued && (
                <Button
                  size="small"
                  look="quiet"
                  icon="phone"
                  aria-label={t(($) => $.followUps.callFor, { name })}
                  onClick={() => onCall(id)}
                >
                  {t(($) => $.followUps.call)}
                </Button>
              )}
              {renderNext(each)}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
