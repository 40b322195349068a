import { applyMigrations } from "./apply-migrations.ts";
import { manageShards } from "./manage-shards.ts";
import { openRewind, openStorages, readDatabaseNames } from "./open-platform.ts";
import { runCommand } from "./run-command.ts";

// `npm run shards`: the tables of all databases, what is in each shard of users, and moves between them. Exits with 1
// when one is full or behind or somebody was not moved, with 2 when it could not run.

process.exitCode = await runCommand((args, output) =>
  manageShards(args, { openStorages, openRewind, readDatabaseNames, applyMigrations }, output),
);
