import { useMutation, useMutationState, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { Company } from "../../../../worker/contract/companies";
import { INTERVALS_MS } from "../../../../worker/contract/limits";
import { generateMessage as endpoint, type RewriteBody } from "../../../../worker/contract/messages";
import { useErrorText } from "../../../i18n/use-error-text";
import { hasErrorCode } from "../../../lib/api-error";
import { formatCompanyName } from "../../../lib/company-name";
import { toQueryKey } from "../../../lib/query-client";
import { notify } from "../../../ui/toast/notify";
import { cancelMessage, currentGenerationQuery, generateMessage } from "../api/message-requests";
import { singleGenerations } from "../model/stored-generations";
import type { GenerateContext, WriteRequest } from "./use-generation-failures";
import { useTemplateNotice } from "./use-template-notice";

/** At most one per company; they outlive the screen that sent them. */
const pendingRequests = new Map<string, AbortController>();

interface MessageGeneration {
  /** Ids of companies that this tab is waiting for. */
  ids: ReadonlySet<string>;
  /**
   * Writes the message of one company, as the body says. Resolves to the company, or to null after a failure or stop,
   * which was already announced.
   */
  write: (company: Company, body?: RewriteBody) => Promise<Company | null>;
  /** Stops writing, even for a company that another tab requested. */
  stop: (id: string) => void;
}

interface GenerateMessageOptions {
  /** Ids of shown companies that are being written or sent elsewhere. */
  busy: readonly string[];
  onCompany: (company: Company) => void;
  /** Companies that may have changed on the server without an answer to this tab. */
  onUnsure: (ids: string[]) => void;
}

/** Writes single messages: one request per company, which can be stopped; the server saves the text. */
export function useGenerateMessage({ busy, onCompany, onUnsure }: GenerateMessageOptions): MessageGeneration {
  const { t } = useTranslation();
  const notifyTemplate = useTemplateNotice();
  const errorText = useErrorText();
  const client = useQueryClient();
  const pending = useMutationState({
    filters: { mutationKey: toQueryKey(endpoint), status: "pending" },
    select: ({ state }) => (state.variables as WriteRequest).company.id,
  });
  const ids = useMemo(() => new Set(pending), [pending]);

  const { mutateAsync } = useMutation({
    mutationKey: toQueryKey(endpoint),
    onMutate: (): GenerateContext => ({
      after: client.getQueryData(currentGenerationQuery().queryKey)?.generation?.id ?? null,
    }),
    mutationFn: async ({ company, body }: WriteRequest) => {
      const request = new AbortController();
      pendingRequests.set(company.id, request);
      singleGenerations.begin(company.id, Date.now());
      try {
        return await generateMessage(company.id, request.signal, body);
      } finally {
        pendingRequests.delete(company.id);
        singleGenerations.end(company.id);
      }
    },
    onSuccess: ({ company, cv_used, wish_left_out, warnings }) => {
      onCompany(company);
      if (cv_used) notify.success(t(($) => $.messages.written, { name: formatCompanyName(company) }));
      else notify.info(t(($) => $.messages.withoutCv));
      if (wish_left_out) notify.warning(t(($) => $.messages.wishLeftOut));
      for (const warning of warnings) notify.warning(t(($) => $.messages.warnings[warning]));
    },
    onError: (error, { company }) => {
      if (error.name === "AbortError" || hasErrorCode(error, "generation_cancelled")) return;
      if (hasErrorCode(error, "no_template")) notifyTemplate();
      else
        notify.error(
          hasErrorCode(error, "writer_failed")
            ? t(($) => $.messages.failure.noAnswer)
            : errorText(
                error,
                t(($) => $.messages.errors.messageGenerateError),
              ),
        );
      onUnsure([company.id]);
    },
  });

  const { mutate: stop } = useMutation({
    mutationFn: (id: string) => {
      // A proxy may hide the abort, so the server is told as well.
      pendingRequests.get(id)?.abort();
      return cancelMessage(id);
    },
    onSuccess: ({ company }) => {
      onCompany(company);
      notify.info(t(($) => $.messages.stopped));
    },
    onError: (error, id) => {
      notify.error(
        errorText(
          error,
          t(($) => $.messages.errors.cancelError),
        ),
      );
      onUnsure([id]);
    },
  });

  usePollForChanges(busy, onUnsure);

  return {
    ids,
    write: async (company, body = {}) => {
      if (pendingRequests.has(company.id)) return null;
      return mutateAsync({ company, body }).then(
        (answer) => answer.company,
        () => null,
      );
    },
    stop,
  };
}

/**
 * Checks every 10 seconds for changes without an answer to this tab: requests from before a reload (for 2 minutes at
 * most), and work of other tabs or the server.
 */
function usePollForChanges(busy: readonly string[], onUnsure: (ids: string[]) => void): void {
  const checkNow = useRef<() => void>(undefined);
  useEffect(() => {
    checkNow.current = () => {
      const before = new Set([...singleGenerations.ids(), ...busy].filter((id) => !pendingRequests.has(id)));
      singleGenerations.sweep(Date.now());
      if (before.size > 0 && document.visibilityState === "visible") onUnsure([...before]);
    };
  });
  useEffect(() => {
    checkNow.current?.();
    const timer = setInterval(() => checkNow.current?.(), INTERVALS_MS.staleGenerationCheck);
    return () => clearInterval(timer);
  }, []);
}
