import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Writes a file so that it is there whole or not at all, even when the process is killed. */
export function writeFileAtomically(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.new`, content);
  renameSync(`${path}.new`, path);
}

const TASK_FILE = "task.json";

/**
 * Where a build keeps what it has done. A step leaves its result in a file that appears when the step is finished; a
 * build that was killed does the unfinished step again.
 */
export class WorkDirectory {
  private readonly folder: string;

  /** @param task what is built from what; a folder with another task, or half removed, is emptied */
  constructor(folder: string, task: string) {
    this.folder = folder;
    const taskPath = this.toPath(TASK_FILE);
    if (!existsSync(taskPath) || readFileSync(taskPath, "utf8") !== task)
      rmSync(folder, { recursive: true, force: true });
    writeFileAtomically(taskPath, task);
  }

  toPath(name: string): string {
    return join(this.folder, name);
  }

  /** The result of a step, from an earlier run or from this one. Results are JSON. */
  async runStep<T>(name: string, work: () => Promise<T> | T): Promise<T> {
    const path = this.toPath(`${name}.done.json`);
    // Written by the same version of this program for the same task.
    if (existsSync(path)) return JSON.parse(readFileSync(path, "utf8")) as T;
    const result = await work();
    writeFileAtomically(path, JSON.stringify(result));
    return result;
  }

  remove(): void {
    rmSync(this.toPath(TASK_FILE));
    rmSync(this.folder, { recursive: true });
  }
}

export const hashText = (text: string | Uint8Array): string => createHash("sha256").update(text).digest("hex");
