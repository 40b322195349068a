import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Company } from "../../../worker/contract/companies";
import { Confirmation } from "../../../worker/contract/mail";
import { useErrorText } from "../../i18n/use-error-text";
import { ApiError, hasCode } from "../../lib/api-error";
import { Banner } from "../../ui/banner";
import { Button } from "../../ui/button";
import { Checkbox } from "../../ui/checkbox";
import { Dialog } from "../../ui/dialog";
import { notify } from "../../ui/toast";
import { Letter } from "./letter";
import { useSendOne } from "./use-sending";

interface SendOneDialogProps {
  company: Company;
  /** The linked Gmail address. */
  from: string;
  /** Name of the CV that goes with it; null when none does. */
  enclosure: string | null;
  onClose: () => void;
  onSent: (company: Company) => void;
}

/** The exact mail, then the button. What the server wants confirmed is asked here and sent along the second time. */
export function SendOneDialog({ company, from, enclosure, onClose, onSent }: SendOneDialogProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const send = useSendOne();
  const [asked, setAsked] = useState<Confirmation[]>([]);
  const [confirmed, setConfirmed] = useState<Confirmation[]>([]);
  const name = company.name || company.website;

  const press = () => send.mutate({ id: company.id, version: company.message_version, confirm: confirmed }, {
    onSuccess: (answer) => {
      notify.success(t(($) => $.mail.one.sent, { name }));
      onSent(answer.company);
    },
    onError: (error) => {
      const wanted = error instanceof ApiError && error.status === 409 ? Confirmation.safeParse(error.code).data : undefined;
      if (!wanted) return;
      setAsked((before) => (before.includes(wanted) ? before : [...before, wanted]));
      // Asked again is asked anew: the tick was for the outcome before this one.
      setConfirmed((before) => before.filter((other) => other !== wanted));
    },
  });
  const changed = hasCode(send.error, "message_changed");
  const open = asked.filter((each) => !confirmed.includes(each));
  const refused = send.isError && open.length === 0 && !changed && !send.isPending;

  const footer = (
    <>
      <Button onClick={onClose} disabled={send.isPending}>{t(($) => $.common.cancel)}</Button>
      <Button look="primary" icon="send" busy={send.isPending} disabledReason={changed ? t(($) => $.mail.one.changed) : open.length > 0 ? t(($) => $.errors.needs_review) : undefined} onClick={press}>
        {send.isPending ? t(($) => $.mail.one.sending) : t(($) => $.mail.one.send)}
      </Button>
    </>
  );
  return (
    <Dialog title={t(($) => $.mail.one.title, { name })} onClose={onClose} locked={send.isPending} footer={footer} edge="airmail" wide>
      <div className="stack">
        <p className="soft">{t(($) => $.mail.one.lead)}</p>
        <Letter from={from} to={company.recipient ?? ""} subject={company.subject} body={company.message} language={company.language} enclosure={enclosure} />
        {changed && <Banner tone="warn" alert>{t(($) => $.mail.one.changed)}</Banner>}
        {asked.map((each) => (
          <Banner key={each} tone="warn" alert action={each === "outcome_unknown" && <SentMailLink address={company.recipient ?? ""} />}>
            <Checkbox
              label={t(($) => $.mail.one.confirm[each])} checked={confirmed.includes(each)}
              onChange={(checked) => setConfirmed((before) => (checked ? [...before, each] : before.filter((other) => other !== each)))}
            />
          </Banner>
        ))}
        {refused && <Banner tone="bad" alert>{errorText(send.error)} {!hasCode(send.error, "outcome_unknown") && t(($) => $.mail.one.failed)}</Banner>}
      </div>
    </Dialog>
  );
}

function SentMailLink({ address }: { address: string }) {
  const { t } = useTranslation();
  const search = encodeURIComponent(`in:sent to:${address}`);
  return <a href={`https://mail.google.com/mail/u/0/#search/${search}`} target="_blank" rel="noreferrer">{t(($) => $.mail.one.checkGmail)}</a>;
}
