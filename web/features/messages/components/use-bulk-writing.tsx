import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Company } from "../../../../worker/contract/companies";
import { listProfiles, type Profile } from "../../../../worker/contract/profiles";
import { useErrorText } from "../../../i18n/use-error-text";
import { fetchCode } from "../../../lib/fetch-code";
import { endpointQuery } from "../../../lib/query-client";
import { createLazyDialog } from "../../../ui/dialog/lazy-dialog";
import { notify } from "../../../ui/toast/notify";
import type { BulkGeneration } from "../hooks/use-bulk-generation";
import { planGeneration } from "../model/rules-generation-plan";

const BulkGenerateDialog = createLazyDialog(async () => (await import("./bulk-generate-dialog")).BulkGenerateDialog);

interface BulkWriting {
  /** The companies are being looked for, or the order to write is on its way. */
  busy: boolean;
  /** Writes for the companies that are found, after the question where there is one. */
  write: (find: () => Promise<readonly Company[]>) => void;
  /** The question. */
  dialog: ReactNode;
}

/**
 * Writes messages for several companies. Asks first where some would replace another, or would be in another language
 * than the CV that goes with them.
 * @param choosesProfile asks also which of several profiles to write with
 */
export function useBulkWriting(bulk: BulkGeneration, choosesProfile: boolean): BulkWriting {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const client = useQueryClient();
  const [asked, setAsked] = useState<{ companies: readonly Company[]; profiles: readonly Profile[] }>();
  const begin = useMutation({
    mutationFn: async (find: () => Promise<readonly Company[]>) => {
      const [companies, { profiles }, { listInOtherLanguage }] = await Promise.all([
        find(),
        client.fetchQuery(endpointQuery(listProfiles)),
        fetchCode(() => import("../model/letter-language")),
      ]);
      const { missing, written, own } = planGeneration(companies);
      const isQuestion =
        written.length + own.length > 0 ||
        (choosesProfile && profiles.length > 1) ||
        listInOtherLanguage(companies, profiles, null).length > 0;
      if (isQuestion) setAsked({ companies, profiles });
      else bulk.start(missing, false, null);
    },
    onError: (error) =>
      notify.error(
        errorText(
          error,
          t(($) => $.companies.fetchError),
        ),
      ),
  });
  return {
    busy: begin.isPending || bulk.starting,
    write: begin.mutate,
    dialog: asked && (
      <BulkGenerateDialog
        {...asked}
        onClose={() => setAsked(undefined)}
        onChoose={(ids, overwrite, profileId) => {
          setAsked(undefined);
          bulk.start(ids, overwrite, profileId);
        }}
      />
    ),
  };
}
