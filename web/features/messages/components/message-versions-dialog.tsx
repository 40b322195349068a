import type { UseMutationResult, UseQueryResult } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Company } from "../../../../worker/contract/companies";
import type { Answer } from "../../../../worker/contract/endpoint";
import { LIMITS } from "../../../../worker/contract/limits";
import type { listMessageVersions, MessageVersion } from "../../../../worker/contract/messages";
import { useErrorText } from "../../../i18n/use-error-text";
import { useShownLanguage } from "../../../i18n/use-language";
import { formatCompanyName } from "../../../lib/company-name";
import { formatDateTime } from "../../../lib/format";
import { Button } from "../../../ui/button/button";
import { Dialog } from "../../../ui/dialog/dialog";
import { Icon } from "../../../ui/graphics/icon";
import { Banner } from "../../../ui/status/banner";
import { RetryBanner } from "../../../ui/status/retry-banner";
import { Skeleton } from "../../../ui/status/spinner";
import { Tag } from "../../../ui/status/tag";
import "./messages.css";

interface MessageVersionsDialogProps {
  company: Company;
  query: UseQueryResult<Answer<typeof listMessageVersions>>;
  /** Restores the version with this number. */
  restore: UseMutationResult<unknown, Error, number>;
  /** Why none can be restored now. */
  disabledReason: string | undefined;
  onClose: () => void;
}

/** The kept versions of a message, latest first: who wrote it and when, the text of one, and its return. */
export function MessageVersionsDialog({
  company,
  query,
  restore,
  disabledReason,
  onClose,
}: MessageVersionsDialogProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const [open, setOpen] = useState<number | null>(null);
  const { data, error, isPending, isFetching, refetch } = query;
  return (
    <Dialog
      wide
      title={t(($) => $.messages.versions.title, { name: formatCompanyName(company) })}
      onClose={onClose}
      locked={restore.isPending}
      footer={
        <Button onClick={onClose} disabled={restore.isPending}>
          {t(($) => $.common.close)}
        </Button>
      }
    >
      <div className="stack">
        {isPending && <Skeleton lines={4} label={t(($) => $.common.loading)} />}
        {error && (
          <RetryBanner alert busy={isFetching} onRetry={() => void refetch()}>
            <p>{t(($) => $.messages.versions.error)}</p>
            <p>{errorText(error)}</p>
          </RetryBanner>
        )}
        {restore.isError && (
          <Banner tone="bad" alert>
            {errorText(
              restore.error,
              t(($) => $.messages.versions.restoreError),
            )}
          </Banner>
        )}
        {data?.versions.length === 0 && <p className="soft">{t(($) => $.messages.versions.empty)}</p>}
        {data && data.versions.length > 0 && (
          <>
            <p className="soft small">{t(($) => $.messages.versions.lead, { max: LIMITS.messageVersions })}</p>
            <ol className="versions">
              {data.versions.map((version, position) => (
                <Version
                  key={version.version}
                  version={version}
                  language={company.language}
                  present={position === 0}
                  open={open === version.version}
                  onToggle={() => setOpen(open === version.version ? null : version.version)}
                  restoring={restore.isPending}
                  disabledReason={disabledReason}
                  onRestore={() => restore.mutate(version.version)}
                />
              ))}
            </ol>
          </>
        )}
      </div>
    </Dialog>
  );
}

interface VersionProps {
  version: MessageVersion;
  language: string;
  /** It is the present message. */
  present: boolean;
  open: boolean;
  onToggle: () => void;
  restoring: boolean;
  disabledReason: string | undefined;
  onRestore: () => void;
}

/** A version: pressed, it shows its text. */
function Version({
  version: { author, subject, message, created_at: at },
  language,
  present,
  open,
  onToggle,
  restoring,
  disabledReason,
  onRestore,
}: VersionProps) {
  const { t } = useTranslation();
  const shown = useShownLanguage();
  const textId = useId();
  return (
    <li>
      <button type="button" className="version-head" aria-expanded={open} aria-controls={textId} onClick={onToggle}>
        <Icon name={author === "assistant" ? "wand" : "pen"} />
        <span className="version-author">
          <span>{t(($) => $.messages.versions.author[author])}</span>
          <span className="soft small numbers">{formatDateTime(at, shown)}</span>
          {present && <Tag>{t(($) => $.messages.versions.present)}</Tag>}
        </span>
        <Icon name="chevron" />
      </button>
      <div id={textId} className="version-text" hidden={!open}>
        {open && (
          <>
            <p lang={language}>
              <strong>{subject}</strong>
            </p>
            <div className="letter-text prewrap prose" lang={language}>
              {message}
            </div>
            {!present && (
              <div className="row">
                <Button icon="undo" busy={restoring} disabledReason={disabledReason} onClick={onRestore}>
                  {t(($) => $.messages.versions.restore)}
                </Button>
              </div>
            )}
          </>
        )}
      </div>
    </li>
  );
}
