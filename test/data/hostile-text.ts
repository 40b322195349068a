import { z } from "zod";
import text from "./mail/hostile-text.json" with { type: "json" };

/** Half a surrogate pair is written as UTF-16 code units: Vite's reader of JSON refuses it as an escape. */
const Text = z.union([z.string(), z.array(z.int()).transform((units) => String.fromCharCode(...units))]);
const HostileText = z.strictObject({
  /** What breaks headers, lines, encodings and displays when it is taken literally. */
  pieces: z.array(Text),
  /** The first four are addresses a mail can be sent to. */
  addresses: z.array(z.string()),
});
export const hostileText = HostileText.parse(text);
