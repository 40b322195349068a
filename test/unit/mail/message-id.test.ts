import { describe, expect, it } from "vitest";
import { makeMessageId } from "../../../worker/mail/compose-email";

describe("the Message-ID", () => {
  it("is stable per mail, different between mails, and reveals neither the mail's id nor more than From", async () => {
    const id = crypto.randomUUID();
    const made = await makeMessageId(id, "ana@mail.example");
    expect(made).toMatch(/^<[0-9a-f]{32}@mail\.example>$/u);
    expect(await makeMessageId(id, "ana@mail.example")).toBe(made);
    expect(await makeMessageId(crypto.randomUUID(), "ana@mail.example")).not.toBe(made);
    expect(made).not.toContain(id.slice(0, 8));
  });

  it.each(["ana@bücher.example", "ana@", "ana@x y.example", "ana@a>b.example"])(
    "is well formed for %s",
    async (from) => {
      expect(await makeMessageId("1", from)).toMatch(/^<[0-9a-f]{32}@gmail\.com>$/u);
    },
  );
});
