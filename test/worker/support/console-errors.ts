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
 * Accepts matching lines for the rest of this test; none has to come.
 *
 *     expectConsoleError(/"event":"gmail_send_failed"/);
 */
export function expectConsoleError(pattern: RegExp): void {
  expectedPatterns.push(pattern);
}

/** The lines so far, expected or not. */
export const listConsoleErrors = (): readonly string[] => seenLines;

/** The unexpected lines; for the setup file. */
export function listUnexpectedErrors(): string[] {
  return seenLines.filter((line) => !expectedPatterns.some((pattern) => pattern.test(line)));
}
