let seenLines: string[] = [];
let expectedPatterns: RegExp[] = [];

/** Records every console.error from here on; for the setup file. */
export function watchConsoleErrors(): void {
  seenLines = [];
  expectedPatterns = [];
  console.error = (...parts: unknown[]) => {
    seenLines.push(
      parts.map((part) => (part instanceof Error ? (part.stack ?? part.message) : String(part))).join(" "),
    );
  };
}

/**
 * Lets the lines that match pass for the rest of this test. Fails nothing when none comes.
 *
 *     expectConsoleError(/"event":"gmail_send_failed"/);
 */
export function expectConsoleError(pattern: RegExp): void {
  expectedPatterns.push(pattern);
}

/** The lines that have come so far, expected or not. */
export const listConsoleErrors = (): readonly string[] => seenLines;

/** The lines nobody expected; for the setup file. */
export function listUnexpectedErrors(): string[] {
  return seenLines.filter((line) => !expectedPatterns.some((pattern) => pattern.test(line)));
}
