import { WorkerEntrypoint } from "cloudflare:workers";
import { composeDeps } from "../compose";
import type { Env } from "../platform/env";
import { FIRST_OBJECT_SHARD } from "../platform/shard-names";
import {
  RESTARTED,
  type RewindTarget,
  type ShardCommandsRpc,
  type SqlOutcome,
  type SqlStatement,
} from "../platform/sql-rpc";

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
    const failure = await this.#open(shard)
      .restart()
      .then(
        () => "it did not end",
        (error: unknown) => (error instanceof Error ? error.message : "it failed"),
      );
    if (failure !== RESTARTED)
      throw new Error(`shard ${shard} goes back once it starts again (${failure}); the way back is ${bookmark}`);
    return bookmark;
  }

  #open(shard: number) {
    if (!Number.isInteger(shard) || shard < FIRST_OBJECT_SHARD) throw new Error(`shard ${shard} is in no object`);
    return composeDeps(this.env).openShardObject(shard);
  }
}
