/** The grant of a code, an access token or a refresh token. `expiresAt` is in ms since 1970, 0 for never. */
export interface Grant {
  kind: "code" | "access" | "refresh";
  grantId: string;
  clientId: string;
  account: string;
  scopes: string[];
  expiresAt: number;
  redirectUri?: string | undefined;
  nonce?: string | undefined;
  offline?: boolean | undefined;
  challenge?: { value: string; method: string } | undefined;
}

type GrantRow = { kind: string; grant_id: string; data: string; used: number };

/** Issued codes and tokens, all ended together when their grant is revoked. */
export class GoogleTable {
  private readonly sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.sql = sql;
    sql.exec(
      `CREATE TABLE IF NOT EXISTS secret (secret TEXT PRIMARY KEY, kind TEXT NOT NULL, grant_id TEXT NOT NULL,
       data TEXT NOT NULL, used INTEGER NOT NULL DEFAULT 0)`,
    );
  }

  put(secret: string, kind: Grant["kind"], grant: Omit<Grant, "kind">): void {
    const data = JSON.stringify({ ...grant, kind });
    this.sql.exec(
      "INSERT INTO secret (secret, kind, grant_id, data) VALUES (?, ?, ?, ?)",
      secret,
      kind,
      grant.grantId,
      data,
    );
  }

  get(secret: string, kind: Grant["kind"]): Grant | null {
    const row = this.row(secret);
    if (!row || row.kind !== kind || row.used === 1) return null;
    const grant = JSON.parse(row.data) as Grant;
    return grant.expiresAt !== 0 && grant.expiresAt < Date.now() ? null : grant;
  }

  /** A code works once; a second use revokes the tokens of the first, as Google does. */
  takeCode(code: string): Grant | null {
    const row = this.row(code);
    if (row?.kind === "code" && row.used === 1)
      this.sql.exec("DELETE FROM secret WHERE grant_id = ? AND kind <> 'code'", row.grant_id);
    const grant = this.get(code, "code");
    if (grant) this.sql.exec("UPDATE secret SET used = 1 WHERE secret = ?", code);
    return grant;
  }

  revoke(secret: string): boolean {
    const row = this.row(secret);
    if (!row || row.kind === "code") return false;
    this.sql.exec("DELETE FROM secret WHERE grant_id = ?", row.grant_id);
    return true;
  }

  clear(): void {
    this.sql.exec("DELETE FROM secret");
  }

  private row(secret: string): GrantRow | undefined {
    return this.sql
      .exec<GrantRow>("SELECT kind, grant_id, data, used FROM secret WHERE secret = ?", secret)
      .toArray()[0];
  }
}
