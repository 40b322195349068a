import type { FollowUp } from "../../../../worker/contract/follow-ups";
import { useFollowUpCheck } from "../hooks/use-message-check";
import type { SentenceActions } from "./sentence-panel";
import { CheckedText } from "./sourced-letter";

interface SourcedFollowUpProps extends SentenceActions {
  followUp: FollowUp;
  /** The mail's text: the saved one, and what is below it. */
  text: string;
}

/** A follow-up as it will be sent, each sentence with its source. */
export function SourcedFollowUp({ followUp, text, ...actions }: SourcedFollowUpProps) {
  const check = useFollowUpCheck(followUp, null);
  return <CheckedText text={text} language={followUp.language} check={check} {...actions} />;
}
