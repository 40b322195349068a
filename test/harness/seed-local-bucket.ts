import { existsSync } from "node:fs";
import { join } from "node:path";
import "../../tools/node-loader.ts";
import { LOCAL_STATE_PATH, openSharedBucket } from "../../tools/open-platform.ts";

// Fills the bucket of `npm run dev` with a directory of the sandbox's companies, once.

if (!existsSync(join(LOCAL_STATE_PATH, "v3/r2/candidature-shared"))) {
  const { publishSampleRelease } = await import("../sandbox/directory/sample-release.ts");
  const { bucket, close } = await openSharedBucket({ remote: false, persistTo: LOCAL_STATE_PATH });
  try {
    await publishSampleRelease(bucket);
  } finally {
    await close();
  }
}
