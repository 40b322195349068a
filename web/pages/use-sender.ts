import { useQuery } from "@tanstack/react-query";
import { getSettings, type Settings } from "../../worker/contract/account";
import { toCvFileName, toLetterFileName } from "../../worker/contract/attachment-names";
import type { Company } from "../../worker/contract/companies";
import { LIMITS } from "../../worker/contract/limits";
import { useUser } from "../features/account/hooks/use-session";
import type { Candidate } from "../features/applications/model/candidate";
import { endpointQuery } from "../lib/query-client";
import { useProfiles } from "../lib/use-profiles";

export interface Sender {
  settings: Settings | undefined;
  /** Neither loaded nor failed yet. */
  isPending: boolean;
  /** The linked Gmail address; null if none is linked. */
  from: string | null;
  /** Mails that one batch takes; the contract's number while the settings did not load. */
  batchLimit: number;
  /** Names of what goes with the mail to a company: the letter as a PDF, then the CV. */
  listAttachmentNames: (company: Pick<Company, "profile_id" | "language">) => string[];
  /** Who applies; undefined until the settings are loaded. */
  candidate: Candidate | undefined;
}

/** What all mails of this user have in common. */
export function useSender(): Sender {
  const user = useUser();
  const { data, isPending } = useQuery(endpointQuery(getSettings));
  const profiles = useProfiles();
  return {
    settings: data,
    isPending,
    from: data?.gmail.connected ? data.gmail.email : null,
    batchLimit: data?.limits.bulk_send ?? LIMITS.bulkSend,
    candidate: data && {
      name: user?.name ?? "",
      language: data.language,
      profiles,
      template: data.template_message,
      hasCv: data.cv_path !== null,
    },
    listAttachmentNames: ({ profile_id: id, language }) => {
      // Without a second profile the settings know the only CV.
      const profile = profiles.find((each) => each.id === id) ?? profiles[0];
      const hasCv = profile ? profile.cv !== null : data !== undefined && data.cv_path !== null;
      const owner = { name: user?.name ?? "", language: data?.language ?? language };
      return [
        ...(data?.attach_letter ? [toLetterFileName(owner, language)] : []),
        ...(data?.attach_cv && hasCv ? [toCvFileName(owner, language)] : []),
      ];
    },
  };
}
