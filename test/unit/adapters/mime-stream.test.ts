import { describe, expect, it } from "vitest";
import { encodeMime, measureMime } from "../../../worker/adapters/gmail/mime-stream";
import { toMimeText } from "../support/strict-mime";

describe("an encoded mail with an attachment", () => {
  it.each([0, 1, 56, 57, 58, 57 * 1_024, 57 * 1_024 + 1, 200_000])(
    "of %i bytes has the announced length, lines of 76 characters and small chunks",
    (size) => {
      const attached = Uint8Array.from({ length: size }, (_, n) => (n * 7) % 256);
      const pieces = [...encodeMime({ head: "head\r\n\r\n", attached, tail: "\r\n--b--\r\n" })];
      expect(pieces.reduce((sum, { byteLength }) => sum + byteLength, 0)).toBe(
        measureMime({ head: "head\r\n\r\n", attached, tail: "\r\n--b--\r\n" }),
      );
      expect(Math.max(...pieces.map(({ byteLength }) => byteLength))).toBeLessThan(100_000);
      const lines = toMimeText({ head: "", attached, tail: "" }).split("\r\n");
      for (const line of lines.slice(0, -1)) expect(line).toHaveLength(76);
      expect(Uint8Array.fromBase64(lines.join(""))).toEqual(attached);
    },
  );
});
