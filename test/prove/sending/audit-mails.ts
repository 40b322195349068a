export interface LoggedRow {
  company: string;
  status: string;
}

export interface Audit {
  companies: number;
  /** Mails that Gmail took. */
  accepted: number;
  twice: number;
  rows: Record<string, number>;
  failures: string[];
}

/**
 * Compares what Gmail took with what the log says.
 * @param companies ids of all companies
 * @param accepted the company of every mail Gmail took
 */
export function auditMails(companies: string[], log: LoggedRow[], accepted: string[]): Audit {
  const failures: string[] = [];
  const taken = new Map<string, number>();
  for (const company of accepted) taken.set(company, (taken.get(company) ?? 0) + 1);
  const counting = new Map<string, string[]>();
  const rows: Record<string, number> = {};
  for (const { company, status } of log) {
    rows[status] = (rows[status] ?? 0) + 1;
    if (status !== "failed") counting.set(company, [...(counting.get(company) ?? []), status]);
  }
  const known = new Set(companies);
  for (const company of new Set([...taken.keys(), ...counting.keys()])) {
    if (!known.has(company)) failures.push(`${company}: an unknown company`);
    const mails = taken.get(company) ?? 0;
    const statuses = counting.get(company) ?? [];
    if (mails > 1) failures.push(`${company}: ${mails} accepted mails`);
    if (statuses.length > 1) failures.push(`${company}: ${statuses.length} rows hold it: ${statuses.join(", ")}`);
    if (statuses.includes("sending")) failures.push(`${company}: still sending`);
    else if (mails === 1 && statuses.length !== 1) failures.push(`${company}: accepted, and no row has it`);
    if (mails === 0 && statuses.includes("sent"))
      failures.push(`${company}: sent according to the log, and Gmail has no such mail`);
  }
  return {
    companies: companies.length,
    accepted: accepted.length,
    twice: [...taken.values()].filter((count) => count > 1).length,
    rows,
    failures,
  };
}
