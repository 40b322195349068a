import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { getOutbox } from "../../../worker/contract/outbox";
import { endpointQuery } from "../../lib/query-client";
import { Banner } from "../status/banner";

/** Says before something is saved that stands in every mail what it does to those that wait. */
export function WaitingMailsNotice({
  isOfOneCv = false,
}: {
  /** Only mails with one CV are meant. */ isOfOneCv?: boolean;
}) {
  const { t } = useTranslation();
  const mails = useQuery(endpointQuery(getOutbox)).data?.outbox.mails ?? [];
  const count = mails.filter(({ status }) => status === "held" || status === "waiting").length;
  if (count === 0) return null;
  return (
    <Banner tone="warn">
      {isOfOneCv ? t(($) => $.common.waitingMails.withCv) : t(($) => $.common.waitingMails.leave, { count })}
    </Banner>
  );
}
