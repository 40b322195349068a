import { encodeMime } from "../../worker/adapters/mime-body";
import type { MimeMessage } from "../../worker/ports";

/** A message as it goes over the wire, in one piece. */
export const textOfMime = (mime: MimeMessage): string =>
  [...encodeMime(mime)].map((piece) => new TextDecoder().decode(piece)).join("");
