import { useMutation } from "@tanstack/react-query";
import type { Company } from "../../../../worker/contract/companies";
import { hasErrorCode } from "../../../lib/api-error";
import { markMessageRead } from "../api/message-requests";

interface ReadMarkOptions {
  onCompany: (company: Company) => void;
  /** Companies whose message is another than the one shown here. */
  onUnsure: (ids: string[]) => void;
}

/**
 * Keeps on the server that a message was read to its end. The user asked for nothing, so a failure is not announced:
 * the message stays unread.
 * @returns takes the company in the version that was read
 */
export function useReadMark({ onCompany, onUnsure }: ReadMarkOptions): (company: Company) => void {
  const { mutate } = useMutation({
    mutationFn: markMessageRead,
    onSuccess: (answer) => onCompany(answer.company),
    onError: (error, { id }) => {
      if (hasErrorCode(error, "message_changed")) onUnsure([id]);
    },
  });
  return (company) => {
    if (!company.message_read && company.message !== "") mutate(company);
  };
}
