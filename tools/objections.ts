import { manageObjections } from "./manage-objections.ts";
import { openSharedDatabase } from "./open-platform.ts";
import { runCommand } from "./run-command.ts";

// `npm run objections`: lists and lifts objections of companies, for the operator. Exits with 1 when there is no such
// entry, with 2 when it could not run.

process.exitCode = await runCommand((args, output) => manageObjections(args, openSharedDatabase, output));
