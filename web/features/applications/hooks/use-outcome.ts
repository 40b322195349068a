import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { listProposals } from "../../../../worker/contract/applications";
import type { Company, Outcome } from "../../../../worker/contract/companies";
import { useErrorText } from "../../../i18n/use-error-text";
import { formatCompanyName } from "../../../lib/company-name";
import { toQueryKey } from "../../../lib/query-client";
import { useSingleKeys } from "../../../lib/use-single-keys";
import { notify } from "../../../ui/toast/notify";
import { saveOutcome, undoLastOutcome, undoOutcome } from "../api/application-requests";
import { isApplied, OUTCOME_KEYS, TAKE_BACK_KEY } from "../model/outcomes";

/** Notes what became of applications, with a toast that takes it back. */
export function useOutcome(onCompany: (company: Company) => void) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const client = useQueryClient();
  const onError = (error: unknown) =>
    notify.error(
      errorText(
        error,
        t(($) => $.applications.outcome.failed),
      ),
    );
  const takeBack = useMutation({
    mutationFn: ({ id, event }: { id: string; event: string | null }) =>
      event === null ? undoLastOutcome(id) : undoOutcome(id, event),
    onSuccess: (answer) => {
      onCompany(answer.company);
      // One that was read in a mail waits again.
      void client.invalidateQueries({ queryKey: toQueryKey(listProposals) });
    },
    onError,
  });
  const tell = (company: Company, outcome: Outcome, event: string) =>
    notify.undoable(
      t(($) => $.applications.outcome.saved[outcome], { name: formatCompanyName(company) }),
      { label: t(($) => $.common.undo), run: () => takeBack.mutate({ id: company.id, event }) },
    );
  const choose = useMutation({
    mutationFn: ({ company, outcome }: { company: Company; outcome: Outcome }) => saveOutcome(company.id, outcome),
    onSuccess: ({ company: changed, event_id: event }, { outcome }) => {
      onCompany(changed);
      tell(changed, outcome, event);
    },
    onError,
  });
  return {
    choose: (company: Company, outcome: Outcome) => choose.mutate({ company, outcome }),
    /** @param event null for the one that counts */
    takeBack: (id: string, event: string | null = null) => takeBack.mutate({ id, event }),
    isBusy: choose.isPending || takeBack.isPending,
    tell,
    onError,
  };
}

/**
 * One key for each outcome.
 * @param findCompany the company that they are about; undefined where the keys do nothing
 */
export function useOutcomeKeys(
  findCompany: () => Company | undefined,
  { choose, takeBack }: Pick<ReturnType<typeof useOutcome>, "choose" | "takeBack">,
): void {
  const { t } = useTranslation();
  const act = (run: (company: Company) => void) => () => {
    const company = findCompany();
    if (!company) return;
    if (isApplied(company)) run(company);
    else notify.info(t(($) => $.applications.outcome.notApplied, { name: formatCompanyName(company) }));
  };
  useSingleKeys({
    ...Object.fromEntries(
      Object.entries(OUTCOME_KEYS).map(([key, outcome]) => [key, act((company) => choose(company, outcome))]),
    ),
    [TAKE_BACK_KEY]: act((company) => company.outcome !== null && takeBack(company.id)),
  });
}
