import { parseArgs } from "node:util";
import "../node-loader.ts";
import { CommandError, describeError } from "../command-error.ts";
import { LOCAL_STATE_PATH, openSharedBucket } from "../open-platform.ts";

// `npm run directory:publish`. Exits with 2 when it could not run.

const USAGE = [
  "npm run directory:publish -- <folder of a build> [--local | --staging | --remote]",
  "npm run directory:publish -- --rollback [--local | --staging | --remote]",
].join("\n");

const print = (line: string) => process.stderr.write(`${line}\n`);

function parseOptions() {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: {
        local: { type: "boolean", default: false },
        staging: { type: "boolean", default: false },
        remote: { type: "boolean", default: false },
        rollback: { type: "boolean", default: false },
        "persist-to": { type: "string", default: LOCAL_STATE_PATH },
      },
    });
    const { local, staging, remote, rollback } = values;
    if ([local, staging, remote].filter(Boolean).length > 1)
      throw new CommandError("--local, --staging or --remote: one of them");
    const [folder, ...more] = positionals;
    if (more.length > 0 || (folder === undefined) !== rollback)
      throw new CommandError("one folder of a build is wanted, or --rollback");
    const place = {
      remote: staging || remote,
      persistTo: values["persist-to"],
      ...(staging && { environment: "staging" as const }),
    };
    return { folder, place };
  } catch (error) {
    throw new CommandError(`${describeError(error)}\n${USAGE}`);
  }
}

async function publishDirectory(): Promise<void> {
  const { folder, place } = parseOptions();
  const { publishRelease, rollBackRelease } = await import("./publish-release.ts");
  const { bucket, close } = await openSharedBucket(place);
  try {
    const now = new Date().toISOString();
    const pointer =
      folder === undefined ? await rollBackRelease(bucket, now) : await publishRelease(bucket, folder, now, print);
    process.stdout.write(`in use: ${pointer.release}; --rollback goes to: ${pointer.previous ?? "(none)"}\n`);
  } finally {
    await close();
  }
}

try {
  await publishDirectory();
} catch (error) {
  print(error instanceof CommandError ? error.message : error instanceof Error ? (error.stack ?? "") : String(error));
  process.exitCode = 2;
}
