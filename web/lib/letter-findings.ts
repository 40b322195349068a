import type { SendFindingCode } from "../../worker/contract/mail";
import { BlockingFindingCode } from "../../worker/contract/messages";

/** A finding in a generated text that was discarded, or in one to be sent, with the words it is about. */
export interface Finding {
  code: BlockingFindingCode | SendFindingCode;
  detail: string;
}

/** Slips of the writer: their words are raw text of a draft nobody can mend. */
const SLIPS: ReadonlySet<Finding["code"]> = new Set([
  "placeholder",
  "machine_talk",
  "obeyed_stranger",
  "hidden_characters",
]);

/** Reads findings from the fields of a `message_refused` error; none for other errors. */
export const parseFindings = (fields: Record<string, string>): Finding[] =>
  Object.entries(fields).flatMap(([name, detail]) => {
    const code = BlockingFindingCode.safeParse(name).data;
    return code ? [{ code, detail: SLIPS.has(code) ? "" : detail }] : [];
  });
