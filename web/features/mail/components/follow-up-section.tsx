import type { UseQueryResult } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { Answer } from "../../../../worker/contract/endpoint";
import type { FollowUp, getFollowUp } from "../../../../worker/contract/follow-ups";
import { useErrorText } from "../../../i18n/use-error-text";
import { Button } from "../../../ui/button/button";
import { RetryBanner } from "../../../ui/status/retry-banner";
import { Skeleton } from "../../../ui/status/spinner";
import { useBlockText } from "../hooks/use-block-text";
import { isWritten } from "../model/rules-follow-ups";

interface FollowUpSectionProps {
  query: UseQueryResult<Answer<typeof getFollowUp>>;
  isQueued: boolean;
  onOpen: () => void;
  onCall: () => void;
}

/** Whether it is time to follow up an application, and how. */
export function FollowUpSection({ query, isQueued, onOpen, onCall }: FollowUpSectionProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { data, error, isFetching, refetch } = query;
  return (
    <section className="company-part" aria-labelledby="company-follow-up">
      <h2 id="company-follow-up">{t(($) => $.followUps.section.title)}</h2>
      {error ? (
        <RetryBanner busy={isFetching} onRetry={() => void refetch()}>
          {errorText(error)}
        </RetryBanner>
      ) : data ? (
        <FollowUpState followUp={data.follow_up} isQueued={isQueued} onOpen={onOpen} onCall={onCall} />
      ) : (
        <Skeleton lines={2} label={t(($) => $.common.loading)} />
      )}
    </section>
  );
}

function FollowUpState({
  followUp,
  isQueued,
  onOpen,
  onCall,
}: Omit<FollowUpSectionProps, "query"> & { followUp: FollowUp }) {
  const { t } = useTranslation();
  const blockText = useBlockText();
  const { step, block, phones, outcome_unknown: isUnsure } = followUp;
  if (isQueued)
    return (
      <p>
        {t(($) => $.followUps.section.queued)} <Link to="/outbox">{t(($) => $.outbox.title)}</Link>
      </p>
    );
  const mayBeRead = block === null || block === "follow_up_too_early";
  const mayCall = phones.length > 0 && step !== null && (block === null || block === "dead_address");
  return (
    <>
      <p>
        {block !== null
          ? blockText(followUp)
          : isUnsure
            ? t(($) => $.mail.one.question.outcome_unknown)
            : step === 2
              ? t(($) => $.followUps.section.second)
              : t(($) => $.followUps.section.first)}
      </p>
      {(mayBeRead || mayCall) && (
        <div className="row">
          {mayBeRead && (
            <Button size="small" icon={isWritten(followUp) ? "envelope" : "wand"} onClick={onOpen}>
              {isWritten(followUp) ? t(($) => $.followUps.read) : t(($) => $.followUps.prepare)}
            </Button>
          )}
          {mayCall && (
            <Button size="small" icon="phone" onClick={onCall}>
              {t(($) => $.followUps.call)}
            </Button>
          )}
        </div>
      )}
    </>
  );
}
