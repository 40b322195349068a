import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Company } from "../../../../worker/contract/companies";
import { useAfterFirstPaint } from "../../../lib/use-after-first-paint";
import { useUrlDialog } from "../../../lib/use-url-state";
import { Button } from "../../../ui/button/button";
import { createLazyDialog } from "../../../ui/dialog/lazy-dialog";
import { Banner } from "../../../ui/status/banner";
import { proposalsQuery } from "../api/application-requests";

const ProposalsDialog = createLazyDialog(async () => (await import("./proposals-dialog")).ProposalsDialog);

interface ProposalsNoticeProps {
  /** Where only its answers are told. */
  companyId?: string;
  onCompany: (company: Company) => void;
}

/** Says that outcomes which were read in answers wait for the user. Asked for once the screen is there. */
export function ProposalsNotice({ companyId, onCompany }: ProposalsNoticeProps) {
  const { t } = useTranslation();
  const painted = useAfterFirstPaint();
  const { data } = useQuery({ ...proposalsQuery(), enabled: painted });
  const dialog = useUrlDialog("proposals");
  const proposals = (data?.proposals ?? []).filter(({ company_id: id }) => (companyId ?? id) === id);
  return (
    <>
      {proposals.length > 0 && (
        <Banner
          action={
            <Button size="small" onClick={() => dialog.open("all")}>
              {t(($) => $.applications.proposals.see)}
            </Button>
          }
        >
          {t(($) => $.applications.proposals.notice, { count: proposals.length, name: proposals[0]?.company_name })}
        </Banner>
      )}
      {dialog.id !== null && data && (
        <ProposalsDialog proposals={proposals} onClose={dialog.close} onCompany={onCompany} />
      )}
    </>
  );
}
