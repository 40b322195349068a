import { useMutationState, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Company } from "../../../../worker/contract/companies";
import { generateMessage, type RewriteBody } from "../../../../worker/contract/messages";
import { ApiError } from "../../../lib/api-error";
import { toQueryKey } from "../../../lib/query-client";
import { currentGenerationQuery } from "../api/message-requests";
import {
  type GenerationFailure,
  toGenerationFailure,
  findGenerationFailures,
  type SingleGeneration,
} from "../model/generation-failures";

/** What a press on "write" asks for. */
export interface WriteRequest {
  company: Company;
  body: RewriteBody;
}

/** State at the press of "write". */
export interface GenerateContext {
  after: string | null;
}

/**
 * Why the latest attempt failed, by company: of the bulk generation as long as the server reports it, and of single
 * ones in this tab.
 */
export function useGenerationFailures(): ReadonlyMap<string, GenerationFailure> {
  const { data } = useQuery(currentGenerationQuery());
  const singles = useMutationState({
    filters: { mutationKey: toQueryKey(generateMessage) },
    select: ({ state }): SingleGeneration => ({
      companyId: (state.variables as WriteRequest).company.id,
      after: (state.context as GenerateContext | undefined)?.after ?? null,
      at: state.submittedAt,
      failure: toFailure(state.error),
    }),
  });
  return useMemo(() => findGenerationFailures(data?.generation ?? null, singles), [data, singles]);
}

function toFailure(error: Error | null): GenerationFailure | null {
  if (error === null || error.name === "AbortError") return null;
  return error instanceof ApiError
    ? toGenerationFailure(error.code, error.fields)
    : toGenerationFailure("internal", {});
}
