import { useMutation, useMutationState, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { Company } from "../../../../worker/contract/companies";
import { INTERVALS_MS } from "../../../../worker/contract/limits";
import { generateMessage as endpoint } from "../../../../worker/contract/messages";
import { useErrorText } from "../../../i18n/use-error-text";
import { hasErrorCode } from "../../../lib/api-error";
import { formatCompanyName } from "../../../lib/company-name";
import { toQueryKey } from "../../../lib/query-client";
import { notify } from "../../../ui/toast/toast";
import { cancelMessage, currentGenerationQuery, generateMessage } from "../api/message-requests";
import { singleGenerations } from "../model/stored-generations";
import type { GenerateContext } from "./use-generation-failures";

/** One a company at most; they outlive the screen that asked. */
const pendingRequests = new Map<string, AbortController>();

interface MessageGeneration {
  /** Ids this tab is waiting for. */
  ids: ReadonlySet<string>;
  /** Writes the message of one company. Resolves to it, or to null when it failed or was stopped, which has then been told. */
  write: (company: Company) => Promise<Company | null>;
  /** Gives up, also for a company another tab asked for. */
  stop: (id: string) => void;
}

interface GenerateMessageOptions {
  /** Ids of companies on screen that somebody else is writing for, or sending to. */
  busy: readonly string[];
  onCompany: (company: Company) => void;
  /** Companies that may have changed on the server without an answer to tell. */
  onUnsure: (ids: string[]) => void;
}

/** Writing single messages: one request a company, which can be stopped; the server saves what it wrote. */
export function useGenerateMessage({ busy, onCompany, onUnsure }: GenerateMessageOptions): MessageGeneration {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const client = useQueryClient();
  const pending = useMutationState({
    filters: { mutationKey: toQueryKey(endpoint), status: "pending" },
    select: ({ state }) => (state.variables as Company).id,
  });
  const ids = useMemo(() => new Set(pending), [pending]);

  const { mutateAsync } = useMutation({
    mutationKey: toQueryKey(endpoint),
    onMutate: (): GenerateContext => ({
      after: client.getQueryData(currentGenerationQuery().queryKey)?.generation?.id ?? null,
    }),
    mutationFn: async (company: Company) => {
      const request = new AbortController();
      pendingRequests.set(company.id, request);
      singleGenerations.begin(company.id, Date.now());
      try {
        return await generateMessage(company.id, request.signal);
      } finally {
        pendingRequests.delete(company.id);
        singleGenerations.end(company.id);
      }
    },
    onSuccess: ({ company, cv_used, warnings }) => {
      onCompany(company);
      if (cv_used) notify.success(t(($) => $.messages.written, { name: formatCompanyName(company) }));
      else notify.info(t(($) => $.messages.withoutCv));
      for (const warning of warnings) notify.warning(t(($) => $.messages.warnings[warning]));
    },
    onError: (error, company) => {
      if (error.name === "AbortError" || hasErrorCode(error, "generation_cancelled")) return;
      notify.error(
        hasErrorCode(error, "no_template")
          ? t(($) => $.messages.errors.templateRequired)
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
      // A proxy may swallow the end of the request: the server is told as well.
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
    write: async (company) => {
      if (pendingRequests.has(company.id)) return null;
      return mutateAsync(company).then(
        (answer) => answer.company,
        () => null,
      );
    },
    stop,
  };
}

/**
 * Looks every 10 seconds at what changes without an answer to this tab: what it asked for before a reload, for 2 minutes at most, and what
 * other tabs, or the server, are busy with.
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
