import * as z from "zod/mini";
import { ApiError } from "../../../lib/api-error";

const RunningSearchBody = z.object({ search_id: z.string() });

/** Id of the running search that blocks a new one, when the server names it. */
export function findRunningSearchId(error: unknown): string | undefined {
  const parsed = RunningSearchBody.safeParse(error instanceof ApiError ? error.body : undefined);
  return parsed.success ? parsed.data.search_id : undefined;
}
