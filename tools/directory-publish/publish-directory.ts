import "../node-loader.ts";
import { openSharedBucket } from "../open-platform.ts";
import { runCommand } from "../run-command.ts";
import { publishDirectory } from "./run-publish.ts";

// `npm run directory:publish`. Exits with 2 when it could not run.

process.exitCode = await runCommand((args, output) => publishDirectory(args, openSharedBucket, output));
