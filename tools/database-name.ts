import { z } from "zod";

/** Binding of a database: a shard of users, or the shared one. */
export const DatabaseName = z.union([
  z.enum(["DB", "SHARED_DB"]),
  z.custom<`DB_${number}`>((name) => typeof name === "string" && /^DB_[1-9]\d{0,2}$/u.test(name)),
]);
export type DatabaseName = z.infer<typeof DatabaseName>;
