import type { SQL } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { drizzle } from "drizzle-orm/d1";

type Client = ReturnType<typeof drizzle>;
/** Only for the compiler, which it keeps from taking one kind of database for the other. */
declare const kind: unique symbol;

/** The database with the rows of users; only stores use it. */
export type UserDatabase = Client & { readonly [kind]?: "user" };
/** The database of what belongs to no single user: the tables of schema/shared.ts. */
export type SharedDatabase = Client & { readonly [kind]?: "shared" };

export const createUserDatabase = (d1: D1Database): UserDatabase => drizzle(d1);
export const createSharedDatabase = (d1: D1Database): SharedDatabase => drizzle(d1);

/** A statement that can join a batch, and the results of a batch. */
export type Statement = BatchItem<"sqlite">;
/** Condition on the rows of a statement. */
export type Condition = SQL;
export type { BatchResponse } from "drizzle-orm/batch";
