import { useQuery } from "@tanstack/react-query";
import { settings, type Settings } from "../../../worker/contract/account";
import { cvFileName } from "../../../worker/contract/cv-file-name";
import { useUser } from "../../features/account/session";
import { queryOf } from "../../lib/query-client";

export interface Sending {
  settings: Settings | undefined;
  /** Nothing is known yet, not even that it failed. */
  isPending: boolean;
  /** The linked Gmail address; null while there is none. */
  from: string | null;
  /** Name of the CV that goes with every mail; null when none does. */
  enclosure: string | null;
}

/** What every mail of this user has in common. */
export function useSending(): Sending {
  const user = useUser();
  const { data, isPending } = useQuery(queryOf(settings));
  return {
    settings: data,
    isPending,
    from: data?.gmail.connected ? data.gmail.email : null,
    enclosure: data?.attach_cv && data.cv_path !== null ? cvFileName(user?.name ?? "") : null,
  };
}
