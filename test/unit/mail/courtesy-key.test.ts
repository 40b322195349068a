import { expect, it } from "vitest";
import { toCourtesyKey } from "../../../worker/mail/send/courtesy";

it.each([
  ["a company's domain counts for all its addresses", "jobs@firm.fr", "firm.fr"],
  ["so do its sub-domains", "lyon@mail.firm.co.uk", "firm.co.uk"],
  ["a mail provider's customers count by their address", "bakery@gmail.com", "bakery@gmail.com"],
  ["so do those of an internet provider", "boulangerie@orange.fr", "boulangerie@orange.fr"],
  ["in every country", "praxis@t-online.de", "praxis@t-online.de"],
  ["and those of a host of many sites", "me@facebook.com", "me@facebook.com"],
  ["a customer of a site builder counts by its own name", "contact@firm.wixsite.com", "firm.wixsite.com"],
  ["schools of one authority count by their address", "ce.0311234a@ac-toulouse.fr", "ce.0311234a@ac-toulouse.fr"],
  ["and so do practices", "reception.practice@nhs.net", "reception.practice@nhs.net"],
])("%s", (_, recipient, key) => {
  expect(toCourtesyKey(recipient)).toBe(key);
});
