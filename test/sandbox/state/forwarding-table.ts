/** An address that a mailbox of the fake Gmail forwards to. */
export interface Forwarding {
  mailbox: string;
  address: string;
  /** Google's, which proves that the address belongs to the mailbox's owner. */
  code: string;
  confirmed: boolean;
}

type ForwardingRow = { mailbox: string; address: string; code: string; confirmed: number };

/** One a mailbox; nothing is forwarded to an address that is not confirmed. */
export class ForwardingTable {
  private readonly sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.sql = sql;
    sql.exec(
      `CREATE TABLE IF NOT EXISTS forwarding (mailbox TEXT PRIMARY KEY, address TEXT NOT NULL, code TEXT NOT NULL,
       confirmed INTEGER NOT NULL DEFAULT 0)`,
    );
  }

  put({ mailbox, address, code }: Omit<Forwarding, "confirmed">): void {
    this.sql.exec(
      "INSERT OR REPLACE INTO forwarding (mailbox, address, code) VALUES (?, ?, ?)",
      mailbox,
      address,
      code,
    );
  }

  /** @returns false for another code */
  confirm(mailbox: string, code: string): boolean {
    return (
      this.sql.exec("UPDATE forwarding SET confirmed = 1 WHERE mailbox = ? AND code = ?", mailbox, code).rowsWritten > 0
    );
  }

  all(): Forwarding[] {
    return this.sql
      .exec<ForwardingRow>("SELECT mailbox, address, code, confirmed FROM forwarding ORDER BY mailbox")
      .toArray()
      .map((row) => ({ ...row, confirmed: row.confirmed === 1 }));
  }

  clear(): void {
    this.sql.exec("DELETE FROM forwarding");
  }
}
