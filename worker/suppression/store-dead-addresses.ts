import { type SQL, sql } from "drizzle-orm";

/** SQL, in a statement over `companies`: whether a mail of the user came back from an address. */
export const isDeadAddressSql = (address: SQL): SQL => sql`EXISTS (SELECT 1 FROM dead_addresses AS dead
  WHERE dead.user_id = companies.user_id AND dead.address = ${address})`;
