import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Company } from "../../../../worker/contract/companies";
import { useErrorText } from "../../../i18n/use-error-text";
import { fetchCode } from "../../../lib/fetch-code";
import { createLazyDialog } from "../../../ui/dialog/lazy-dialog";
import { notify } from "../../../ui/toast/notify";
import type { BulkGeneration } from "../hooks/use-bulk-generation";
import type { WritingQuestion } from "../model/writing-question";

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
 * Writes messages for several companies. Asks first where some would replace another, would be in another language than
 * the CV that goes with them, or may be written later.
 * @param choosesProfile asks also which of several profiles to write with
 */
export function useBulkWriting(bulk: BulkGeneration, choosesProfile: boolean): BulkWriting {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const client = useQueryClient();
  const [asked, setAsked] = useState<WritingQuestion | null>(null);
  const begin = useMutation({
    mutationFn: async (find: () => Promise<readonly Company[]>) => {
      const { findWritingQuestion } = await fetchCode(() => import("../model/writing-question"));
      const { question, missing } = await findWritingQuestion(client, find, choosesProfile);
      if (question) setAsked(question);
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
        onClose={() => setAsked(null)}
        onChoose={(...choice) => {
          setAsked(null);
          bulk.start(...choice);
        }}
      />
    ),
  };
}
