import { parseArgs } from "node:util";
import { CommandError, describeError } from "../command-error.ts";
import { LOCAL_STATE_PATH, type openSharedBucket } from "../open-platform.ts";
import type { CommandOutput } from "../run-command.ts";

const USAGE = [
  "npm run directory:publish -- <folder of a build> [--local | --staging | --remote]",
  "npm run directory:publish -- --rollback [--local | --staging | --remote]",
].join("\n");

function parseOptions(args: string[]) {
  try {
    const { positionals, values } = parseArgs({
      args,
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

/**
 * Publishes a build or goes back to the release before, as the arguments say.
 * @throws CommandError
 */
export async function publishDirectory(
  args: string[],
  open: typeof openSharedBucket,
  { print, warn }: CommandOutput,
): Promise<number> {
  const { folder, place } = parseOptions(args);
  const { publishRelease, rollBackRelease } = await import("./publish-release.ts");
  const { bucket, close } = await open(place);
  try {
    const now = new Date().toISOString();
    const pointer =
      folder === undefined ? await rollBackRelease(bucket, now) : await publishRelease(bucket, folder, now, warn);
    print(`in use: ${pointer.release}; --rollback goes to: ${pointer.previous ?? "(none)"}`);
    return 0;
  } finally {
    await close();
  }
}
