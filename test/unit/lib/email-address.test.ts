import { describe, expect, it } from "vitest";
import { findMailAddress } from "../../../worker/companies/rules-recipient";
import { normalizeEntry } from "../../../worker/lib/email-address";

describe("the recipient", () => {
  it.each([
    ["Jobs@Firm.example", "jobs@firm.example"],
    ["a@b.example;c@d.example", "a@b.example"],
    ["", null],
    ["a@b", null],
    ["a b@c.example", null],
    ["a@b.example,c@d.example", null],
    ["<a@b.example>", null],
    ["a@b.example\r\nBcc: c@d.example", null],
    ['"a"@b.example', null],
    ["a@b@c.example", null],
    ["rh@Bäcker.example", "rh@xn--bcker-gra.example"],
    ["é@b.example", null],
    ["a@127.0.0.1", null],
    ["a@0x7f.1", null],
    ["a@b.example/x", null],
    ["a@b.example:25", null],
    ["a@b.example?x", null],
    [`${"a".repeat(65)}@b.example`, null],
    ["@b.example", null],
  ])("of %j is %j", (email, address) => expect(findMailAddress({ email, recipient: null })).toBe(address));
});

describe("an entry of the do-not-contact list", () => {
  it.each([
    [" RH@Firm.example ", "rh@firm.example"],
    ["Firm.Example", "firm.example"],
    ["@firm.example", "firm.example"],
    ["firm.example.", "firm.example"],
    ["Bäcker.example", "xn--bcker-gra.example"],
    ["jobs@bäcker.example", "jobs@xn--bcker-gra.example"],
    ["a.b.co.uk", "a.b.co.uk"],
    ["firm", null],
    ["", null],
    ["@", null],
    ["a@", null],
    ["https://firm.example/", null],
    ["firm.example/jobs", null],
    ["10.0.0.1", null],
    ["a b.example", null],
    ["a@b@c.example", null],
    ["*.example.com", null],
    ["a,b.example", null],
    ["-a.example", null],
  ])("of %j is %j", (text, entry) => expect(normalizeEntry(text)).toBe(entry));
});
