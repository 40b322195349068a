import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { Company } from "../../../../worker/contract/companies";
import type { CompanyPage } from "../../../../worker/contract/company-page";
import { companyPageQuery } from "../api/company-page-requests";

/** All that is known of a company, and its changes by this screen. */
export function useCompanyPage(id: string) {
  const client = useQueryClient();
  const query = useQuery(companyPageQuery(id));
  const change = useCallback(
    (part: Partial<CompanyPage>) =>
      client.setQueryData(companyPageQuery(id).queryKey, (before) => before && { ...before, ...part }),
    [client, id],
  );
  const reload = useCallback(() => client.invalidateQueries({ queryKey: companyPageQuery(id).queryKey }), [client, id]);
  /** Shows a company from an answer at once; what else has changed with it is fetched. */
  const put = useCallback(
    (company: Company) => {
      if (company.id !== id) return;
      client.setQueryData(companyPageQuery(id).queryKey, (before) =>
        before && before.company.message_version <= company.message_version ? { ...before, company } : before,
      );
      void reload();
    },
    [client, id, reload],
  );
  return { query, change, put, reload };
}
