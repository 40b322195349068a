import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { getOutbox } from "../../../worker/contract/outbox";
import { endpointQuery } from "../../lib/query-client";
import { Banner } from "../status/banner";

/** Says before something is saved that stands in every mail what it does to those that wait. */
export function WaitingMailsNotice({
  isOfOneCv = false,
  cvProfileId,
}: {
  /** Only mails with one CV are meant. */
  isOfOneCv?: boolean;
  /** The profile whose CV it is, where there are several. */
  cvProfileId?: string | undefined;
}) {
  const { t } = useTranslation();
  const mails = useQuery(endpointQuery(getOutbox)).data?.outbox.mails ?? [];
  const isMeant = (mail: (typeof mails)[number]) =>
    !isOfOneCv ||
    // Of a mail queued before it was kept, it is not known.
    (cvProfileId === undefined || mail.cv_profile_id === null ? mail.step === 0 : mail.cv_profile_id === cvProfileId);
  const count = mails.filter((mail) => (mail.status === "held" || mail.status === "waiting") && isMeant(mail)).length;
  if (count === 0) return null;
  return (
    <Banner tone="warn">
      {isOfOneCv ? t(($) => $.common.waitingMails.withCv, { count }) : t(($) => $.common.waitingMails.leave, { count })}
    </Banner>
  );
}
