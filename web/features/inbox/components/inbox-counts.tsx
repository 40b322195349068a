import { useTranslation } from "react-i18next";
import type { Inbox, InboxCountKind } from "../../../../worker/contract/inbox";
import { useShownLanguage } from "../../../i18n/use-language";
import { formatDateTime } from "../../../lib/format";

/** What was let in; all other kinds were refused. */
const TAKEN: ReadonlySet<InboxCountKind> = new Set([
  "answer",
  "bounce",
  "automatic",
  "own_copy",
  "delayed",
  "unmatched",
  "known",
]);

/** How many mails have come, what they were, and how many were refused and why. */
export function InboxCounts({ inbox: { counts, last_mail_at: last } }: { inbox: Inbox }) {
  const { t } = useTranslation();
  const language = useShownLanguage();
  const groups = [
    { title: t(($) => $.inbox.received.taken), counts: counts.filter(({ kind }) => TAKEN.has(kind)) },
    { title: t(($) => $.inbox.received.refused), counts: counts.filter(({ kind }) => !TAKEN.has(kind)) },
  ];
  return (
    <section className="stack stack-tight" aria-labelledby="inbox-received">
      <h3 id="inbox-received">{t(($) => $.inbox.received.title)}</h3>
      <p className="soft">
        {last === null
          ? t(($) => $.inbox.received.none)
          : t(($) => $.inbox.received.last, { time: formatDateTime(last, language) })}
      </p>
      {groups
        .filter((group) => group.counts.length > 0)
        .map((group) => (
          <div key={group.title}>
            <h4 className="soft small">{group.title}</h4>
            <dl className="inbox-counts">
              {group.counts.map(({ kind, count }) => (
                <div key={kind}>
                  <dt>{t(($) => $.inbox.received.kind[kind])}</dt>
                  <dd className="numbers">{count}</dd>
                </div>
              ))}
            </dl>
          </div>
        ))}
    </section>
  );
}
