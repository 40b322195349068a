import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import "../../tools/node-loader.ts";
import { LOCAL_STATE_PATH, openSharedBucket } from "../../tools/open-platform.ts";

// Fills the bucket of `npm run dev` with a directory of the sandbox's companies, unless one is published there.

/** Opening the bucket takes two seconds, which later starts need not wait for. */
const SEEN_PATH = join(LOCAL_STATE_PATH, "directory-is-there");

if (!existsSync(SEEN_PATH)) {
  const { POINTER_KEY } = await import("../../worker/directory/release/release-format.ts");
  const { publishSampleRelease } = await import("../sandbox/directory/sample-release.ts");
  const { bucket, close } = await openSharedBucket({ remote: false, persistTo: LOCAL_STATE_PATH });
  try {
    if (!(await bucket.head(POINTER_KEY))) await publishSampleRelease(bucket);
    writeFileSync(SEEN_PATH, "");
  } finally {
    await close();
  }
}
