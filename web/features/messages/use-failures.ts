import { useMutationState, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Company } from "../../../worker/contract/companies";
import { generateMessage } from "../../../worker/contract/messages";
import { ApiError } from "../../lib/api-error";
import { keyOf } from "../../lib/query-client";
import { currentGeneration } from "./api";
import { type Failure, failureOf, failuresOf, type Single } from "./failures";

/** What the press on "write" remembers of the moment it was made. */
export interface Pressed {
  after: string | null;
}

/** Why the latest try to write failed, by company: of the bulk generation as long as the server tells, and of single ones in this tab. */
export function useFailures(): ReadonlyMap<string, Failure> {
  const { data } = useQuery(currentGeneration());
  const singles = useMutationState({
    filters: { mutationKey: keyOf(generateMessage) },
    select: ({ state }): Single => ({
      companyId: (state.variables as Company).id,
      after: (state.context as Pressed | undefined)?.after ?? null,
      at: state.submittedAt,
      failure: failedWith(state.error),
    }),
  });
  return useMemo(() => failuresOf(data?.generation ?? null, singles), [data, singles]);
}

function failedWith(error: Error | null): Failure | null {
  if (error === null || error.name === "AbortError") return null;
  return error instanceof ApiError ? failureOf(error.code, error.fields) : failureOf("internal", {});
}
