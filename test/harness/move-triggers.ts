import { getTableName } from "drizzle-orm";
import { USER_TABLES } from "../../worker/db/user-tables";

/** The states of a user's move in which a shard refuses each kind of write; `leaving` and `arrived` refuse none. */
const REFUSED_STATES = {
  insert: "state IN ('frozen', 'left', 'gone')",
  update: "state IN ('frozen', 'left', 'gone', 'arriving')",
  delete: "state IN ('frozen', 'arriving')",
} as const;

const toTrigger = (table: string, owner: string, write: keyof typeof REFUSED_STATES): string =>
  [
    `CREATE TRIGGER \`${table}_moves_${write}\` BEFORE ${write.toUpperCase()} ON \`${table}\``,
    `WHEN EXISTS (SELECT 1 FROM account_moves`,
    `WHERE user_id = ${write === "insert" ? "NEW" : "OLD"}.${owner} AND ${REFUSED_STATES[write]})`,
    `BEGIN SELECT RAISE(ABORT, 'account_moving'); END`,
  ].join(" ");

/** What keeps every table with rows of users as it is while a user is being moved: SQL for a migration. */
export const listMoveTriggers = (): string[] =>
  [
    { name: "users", owner: "id" },
    ...USER_TABLES.map(({ table, owner }) => ({ name: getTableName(table), owner: owner.name })),
  ].flatMap(({ name, owner }) =>
    (["insert", "update", "delete"] as const).map((write) => toTrigger(name, owner, write)),
  );
