import { manageRestore } from "./manage-restore.ts";
import { openDatabase } from "./open-platform.ts";
import { runCommand } from "./run-command.ts";

// `npm run restore`: what must not be forgotten when a database is taken back in time, and what a user gets back from
// an older copy. Exits with 1 when something is amiss, with 2 when it could not run.

process.exitCode = await runCommand((args, output) => manageRestore(args, openDatabase, output));
