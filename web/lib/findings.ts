import { LetterReason } from "../../worker/contract/messages";

/** Something found in a text that was written and thrown away, with the words it is about. */
export interface Finding {
  code: LetterReason;
  detail: string;
}

/** Reads them off the fields of a refusal `message_refused`; none for any other. */
export const findingsOf = (fields: Record<string, string>): Finding[] =>
  Object.entries(fields).flatMap(([name, detail]) => {
    const code = LetterReason.safeParse(name).data;
    return code ? [{ code, detail }] : [];
  });
