import { describe, expect, it } from "vitest";
import { toReadableDomain } from "../../../worker/contract/readable-domain";

describe("a domain as people write it", () => {
  it.each([
    ["xn--mller-kva.de", "müller.de"],
    ["rh@xn--caf-lyse-d1abd.fr", "rh@café-élysée.fr"],
    ["xn--mnchen-ost-9db.xn--bcher-kva.example", "münchen-ost.bücher.example"],
    ["firm.com", "firm.com"],
    // Non-Latin letters that look Latin; invalid punycode.
    ["xn--e1afmkfd.xn--p1ai", "xn--e1afmkfd.xn--p1ai"],
    ["xn--a.fr", "xn--a.fr"],
    ["xn--.com", "xn--.com"],
    ["xn--99999999999.fr", "xn--99999999999.fr"],
  ])("%s is shown as %s", (domain, shown) => {
    expect(toReadableDomain(domain)).toBe(shown);
  });
});
