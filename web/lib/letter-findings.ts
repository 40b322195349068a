import { BlockingFindingCode } from "../../worker/contract/messages";

/** A finding in a generated text that was discarded, with the words it is about. */
export interface Finding {
  code: BlockingFindingCode;
  detail: string;
}

/** Reads findings from the fields of a `message_refused` error; none for other errors. */
export const parseFindings = (fields: Record<string, string>): Finding[] =>
  Object.entries(fields).flatMap(([name, detail]) => {
    const code = BlockingFindingCode.safeParse(name).data;
    return code ? [{ code, detail }] : [];
  });
