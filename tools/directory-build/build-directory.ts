import "../node-loader.ts";
import { runCommand } from "../run-command.ts";
import { buildDirectory } from "./build-command.ts";

// `npm run directory:build`. Exits with 1 when rows were bad, with 2 when it could not build.

process.exitCode = await runCommand(buildDirectory);
