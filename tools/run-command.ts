import { parseArgs, type ParseArgsOptionsConfig } from "node:util";
import { CommandError, describeError } from "./command-error.ts";

/** Where the lines of a command go. */
export interface CommandOutput {
  print: (line: string) => void;
  warn: (line: string) => void;
}

const TERMINAL: CommandOutput = {
  print: (line) => void process.stdout.write(`${line}\n`),
  warn: (line) => void process.stderr.write(`${line}\n`),
};

/** Only an error of ours needs its stack. */
function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error instanceof CommandError ? error.message : (error.stack ?? error.message);
}

/**
 * Runs a command in the terminal, or with other arguments and another output.
 * @returns its exit code, 2 when it could not run
 */
export async function runCommand(
  work: (args: string[], output: CommandOutput) => Promise<number>,
  { args = process.argv.slice(2), output = TERMINAL } = {},
): Promise<number> {
  try {
    return await work(args, output);
  } catch (error) {
    output.warn(describeFailure(error));
    return 2;
  }
}

/** As parseArgs of Node. @throws CommandError */
export function parseCommandLine<const Options extends ParseArgsOptionsConfig>(args: string[], options: Options) {
  try {
    return parseArgs({ args, allowPositionals: true, options });
  } catch (error) {
    throw new CommandError(describeError(error));
  }
}
