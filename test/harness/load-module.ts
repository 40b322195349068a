import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";

/**
 * Loads a module whose imports carry no extension, as those of the worker.
 * @param base `import.meta.url` of the caller
 */
export const loadModule = async <T>(path: string, base: string): Promise<T> =>
  (await runnerImport<T>(fileURLToPath(new URL(path, base)), { configFile: false })).module;
