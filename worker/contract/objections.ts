import * as z from "zod/mini";
import { defineEndpoint } from "./endpoint";
import { Flag, multiLineField, Text } from "./field-schemas";
import { LIMITS } from "./limits";

const ObjectionBody = z.strictObject({
  entry: z.string().check(z.trim(), z.minLength(1, "required"), z.maxLength(LIMITS.emailLength, "too_long")),
  reason: z.optional(multiLineField(LIMITS.objectionReason)),
});
/**
 * One place where a proof may be. `unchecked`: not checked yet; `postponed`: this network has used up its checks of the
 * hour.
 */
const ProofResult = z.enum(["found", "missing", "failed", "off", "unchecked", "postponed"]);
export type ProofResult = z.infer<typeof ProofResult>;

/**
 * How a company proves that it owns a domain: the value as a TXT record of that name, or as the only content of that
 * file. Either is enough.
 */
export const DomainProof = z.object({
  value: Text,
  dns: z.object({ name: Text, result: ProofResult }),
  file: z.object({ url: Text, result: ProofResult }),
});
export type DomainProof = z.infer<typeof DomainProof>;

/**
 * `listed`: nothing is sent there any more. Else it is pending: each send must be confirmed, and the operator reviews
 * it. It takes effect earlier by a `proof` of the domain, or when it is raised again after an `hour` with too many;
 * cases for the `operator` need the review.
 */
const ObjectionAnswer = z.object({
  entry: Text,
  listed: Flag,
  waits_for: z.nullable(z.enum(["proof", "hour", "operator"])),
  proof: z.nullable(DomainProof),
});

/**
 * A company objects to mail, to an address or to a domain with its subdomains. Raising it again checks the domain's
 * proof again.
 */
export const raiseObjection = defineEndpoint({
  method: "POST",
  path: "/objections",
  access: "public",
  body: ObjectionBody,
  answer: ObjectionAnswer,
});
