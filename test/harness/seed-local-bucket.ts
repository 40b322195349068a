import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import "../../tools/node-loader.ts";
import { LOCAL_STATE_PATH, openSharedBucket } from "../../tools/open-platform.ts";

// Fills a local bucket, by default that of `npm run dev`, with a directory of the sandbox's companies, unless one is
// published there.

const { values } = parseArgs({ options: { "persist-to": { type: "string", default: LOCAL_STATE_PATH } } });
const persistTo = values["persist-to"];
/** Opening the bucket takes two seconds, which later starts need not wait for. */
const seenPath = join(persistTo, "directory-is-there");

if (!existsSync(seenPath)) {
  const { POINTER_KEY } = await import("../../worker/directory/release/release-format.ts");
  const { publishSampleRelease } = await import("../sandbox/directory/sample-release.ts");
  const { bucket, close } = await openSharedBucket({ remote: false, persistTo });
  try {
    if (!(await bucket.head(POINTER_KEY))) await publishSampleRelease(bucket);
    writeFileSync(seenPath, "");
  } finally {
    await close();
  }
}
