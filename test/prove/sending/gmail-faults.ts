/**
 * Gmail's faults and how often: three POSTs in ten, of which three in ten take the mail and then answer a 5xx. A 403 is
 * a limit that may pass, one that does not, or a revoked permission.
 */
const FAULT_KINDS: readonly { kind: string; share: number }[] = [
  { kind: "429", share: 0.03 },
  { kind: "403:RATE_LIMIT_EXCEEDED", share: 0.02 },
  { kind: "403:userRateLimitExceeded", share: 0.02 },
  { kind: "403:domainPolicy", share: 0.02 },
  { kind: "403:insufficientPermissions", share: 0.01 },
  { kind: "500", share: 0.02 },
  { kind: "503", share: 0.02 },
  { kind: "drop_after_accept", share: 0.03 },
  { kind: "hang_after_accept", share: 0.04 },
  { kind: "500_after_accept", share: 0.0225 },
  { kind: "502_after_accept", share: 0.0225 },
  { kind: "503_after_accept", share: 0.0225 },
  { kind: "504_after_accept", share: 0.0225 },
];

interface FaultOrder {
  service: "gmail";
  kind: string;
  probability: number;
  ms?: number;
}

/**
 * The faults as the sandbox takes them. It tries them in turn, so a share is of the POSTs that earlier faults let
 * through.
 * @param hangMs after which a hanging Gmail closes the connection; without it the product gives up first
 */
export function listFaultOrders(hangMs?: number): FaultOrder[] {
  let left = 1;
  return FAULT_KINDS.map(({ kind, share }) => {
    const probability = share / left;
    left -= share;
    return {
      service: "gmail",
      kind,
      probability,
      ...(hangMs !== undefined && kind.startsWith("hang") && { ms: hangMs }),
    };
  });
}
