import { BlockingFindingCode } from "../../worker/contract/messages";

/** Something found in a text that was written and thrown away, with the words it is about. */
export interface Finding {
  code: BlockingFindingCode;
  detail: string;
}

/** Reads them off the fields of a refusal `message_refused`; none for any other. */
export const parseFindings = (fields: Record<string, string>): Finding[] =>
  Object.entries(fields).flatMap(([name, detail]) => {
    const code = BlockingFindingCode.safeParse(name).data;
    return code ? [{ code, detail }] : [];
  });
