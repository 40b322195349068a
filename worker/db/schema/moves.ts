import { sql } from "drizzle-orm";
import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * Users whose rows leave this shard or come to it, one a row. Triggers of all tables with users' rows ask it before a
 * row is written, and the session check finds no session of theirs here. Written by `npm run shards -- move`.
 */
export const accountMoves = sqliteTable(
  "account_moves",
  {
    userId: text("user_id").primaryKey(),
    /**
     * `leaving`: what is under way may end. `frozen`: nothing is written. `left`: the rows are the other shard's now
     * and are deleted here. `gone`: they were. `arriving`: only inserts, of the move. `arrived`: nothing is refused any
     * more. `gone` and `arrived` are kept for an hour, against late writes.
     */
    state: text().$type<"leaving" | "frozen" | "left" | "gone" | "arriving" | "arrived">().notNull(),
    changedAt: text("changed_at").notNull(),
  },
  (t) => [
    index("account_moves_ended")
      .on(t.changedAt)
      .where(sql`state IN ('gone', 'arrived')`),
  ],
);
