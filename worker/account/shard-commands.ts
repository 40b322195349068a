import { WorkerEntrypoint } from "cloudflare:workers";
import { composeDeps } from "../compose";
import type { Env } from "../platform/env";
import type { RewindTarget, ShardCommandsRpc, SqlOutcome, SqlStatement } from "../platform/sql-rpc";

/**
 * What the operator's commands reach of the shards in objects: through a service binding, which only this account can
 * have. No request from outside comes here.
 */
export class ShardCommands extends WorkerEntrypoint<Env> implements ShardCommandsRpc {
  async run(shard: number, statements: SqlStatement[]): Promise<SqlOutcome> {
    return this.#open(shard).run(statements);
  }

  async rewind(shard: number, to: RewindTarget): Promise<string> {
    const bookmark = await this.#open(shard).rewind(to);
    // The call that ends the object cannot be answered.
    await this.#open(shard)
      .restart()
      .catch(() => undefined);
    return bookmark;
  }

  /** @throws Error for a shard that this version does not have */
  #open(shard: number) {
    const openStub = composeDeps(this.env).shardObjects.get(shard);
    if (!openStub) throw new Error(`the deployed version has no shard ${shard}`);
    return openStub();
  }
}
