import { encodeMime } from "../../../worker/adapters/gmail/mime-stream";
import type { MimeMessage } from "../../../worker/platform/ports";

/** A message as it goes over the wire, in one piece. */
export const toMimeText = (mime: MimeMessage): string =>
  [...encodeMime(mime)].map((piece) => new TextDecoder().decode(piece)).join("");
