import type { SQL } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { drizzle } from "drizzle-orm/d1";

/** Drizzle over the one D1 database; only stores use it. */
export const createUserDatabase = (d1: D1Database) => drizzle(d1);
export type UserDatabase = ReturnType<typeof createUserDatabase>;

/** A statement that can join a batch, and the results of a batch. */
export type Statement = BatchItem<"sqlite">;
/** Condition on the rows of a statement. */
export type Condition = SQL;
export type { BatchResponse } from "drizzle-orm/batch";
