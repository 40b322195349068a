import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Company } from "../../../../worker/contract/companies";
import { notify } from "../../../ui/toast/notify";
import { messageVersionsQuery, restoreMessageVersion } from "../api/message-requests";
import { MessageVersionsDialog } from "./message-versions-dialog";

interface CompanyVersionsDialogProps {
  company: Company;
  /** Why none can be restored now. */
  disabledReason: string | undefined;
  onCompany: (company: Company) => void;
  onClose: () => void;
}

/** The kept versions of a message, outside of its editor. */
export function CompanyVersionsDialog({ company, disabledReason, onCompany, onClose }: CompanyVersionsDialogProps) {
  const { t } = useTranslation();
  const query = useQuery(messageVersionsQuery(company));
  const restore = useMutation({
    mutationFn: (version: number) => restoreMessageVersion(company.id, version),
    onSuccess: (answer) => {
      onCompany(answer.company);
      notify.success(t(($) => $.messages.versions.restored));
      onClose();
    },
  });
  return (
    <MessageVersionsDialog
      company={company}
      query={query}
      restore={restore}
      disabledReason={disabledReason}
      onClose={onClose}
    />
  );
}
