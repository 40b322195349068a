import { describe, expect, test } from "vitest";
import { rankEmails } from "../../../worker/contacts/emails/rank-emails";

describe("the order of addresses", () => {
  test.each([
    [
      ["info@firm.fr", "rh@firm.fr"],
      ["rh@firm.fr", "info@firm.fr"],
    ],
    [
      ["firm@gmail.com", "contact@firm.fr"],
      ["contact@firm.fr", "firm@gmail.com"],
    ],
    [
      ["jobs@other.com", "contact@firm.fr"],
      ["contact@firm.fr", "jobs@other.com"],
    ],
    [
      ["dpo@firm.fr", "firm@orange.fr"],
      ["firm@orange.fr", "dpo@firm.fr"],
    ],
    [
      ["datenschutz@firm.fr", "bewerbung@firm.fr", "kontakt@firm.fr"],
      ["bewerbung@firm.fr", "kontakt@firm.fr", "datenschutz@firm.fr"],
    ],
    [
      ["sales@firm.fr", "marie@firm.fr", "hello@firm.fr"],
      ["hello@firm.fr", "marie@firm.fr", "sales@firm.fr"],
    ],
    [
      ["x@autre.fr", "x@firm.com", "x@firm.fr"],
      ["x@firm.fr", "x@firm.com", "x@autre.fr"],
    ],
    [
      ["press@firm.fr", "service-rh@firm.fr"],
      ["service-rh@firm.fr", "press@firm.fr"],
    ],
    [
      ["a@firm.fr", "b@firm.fr"],
      ["a@firm.fr", "b@firm.fr"],
    ],
  ])("%j → %j", (given, expected) => {
    expect(
      rankEmails(
        given.map((value) => ({ value })),
        "www.firm.fr",
      ).map(({ value }) => value),
    ).toEqual(expected);
  });
});
