import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Company, listCompanies } from "../../../../worker/contract/companies";
import { getCompanyPage } from "../../../../worker/contract/company-page";
import { useErrorText } from "../../../i18n/use-error-text";
import { toQueryKey } from "../../../lib/query-client";
import { notify } from "../../../ui/toast/notify";
import { fetchMessageVersion, previewQuery, setProfile } from "../api/mail-requests";
import { usePreviewedMail } from "./use-previewed-mail";

/**
 * The application to a company as it would be sent.
 * @param enabled false composes no mail
 */
export function usePreviewedSend(company: Company, enabled = true) {
  const client = useQueryClient();
  const errorText = useErrorText();
  const { id } = company;
  const mail = usePreviewedMail(
    {
      companyId: id,
      version: company.message_version,
      isUnsure: company.send_status === "unknown",
      query: (version) => previewQuery({ id, message_version: version }),
      fetchVersion: () => fetchMessageVersion(id),
    },
    enabled,
  );
  // The dialog may hold the company as it was when it opened.
  const [profiled, setProfiled] = useState<Pick<Company, "id" | "profile_id">>();
  const choose = useMutation({
    mutationFn: (profileId: string) => setProfile(id, profileId),
    onSuccess: (answer) => {
      setProfiled(answer.company);
      for (const endpoint of [listCompanies, getCompanyPage])
        void client.invalidateQueries({ queryKey: toQueryKey(endpoint) });
      mail.reviewAgain();
    },
    onError: (error) => notify.error(errorText(error)),
  });
  return {
    ...mail,
    company: profiled?.id === id ? { ...company, profile_id: profiled.profile_id } : company,
    chooseProfile: (profileId: string) => choose.mutate(profileId),
  };
}
