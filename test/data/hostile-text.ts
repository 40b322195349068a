import { z } from "zod";
import text from "./mail/hostile-text.json" with { type: "json" };

/** Half a surrogate pair is written as UTF-16 code units: Vite's reader of JSON refuses it as an escape. */
const Text = z.union([z.string(), z.array(z.int()).transform((units) => String.fromCharCode(...units))]);
const HostileText = z.strictObject({
  /** Strings that break headers, lines, encodings and displays when not escaped. */
  pieces: z.array(Text),
  /** The first four are valid recipients. */
  addresses: z.array(z.string()),
});
export const hostileText = HostileText.parse(text);
