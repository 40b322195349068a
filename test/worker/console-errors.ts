let seen: string[] = [];
let expected: RegExp[] = [];

/** Records every console.error from here on; for the setup file. */
export function watchConsoleErrors(): void {
  seen = [];
  expected = [];
  console.error = (...parts: unknown[]) => {
    seen.push(parts.map((part) => (part instanceof Error ? (part.stack ?? part.message) : String(part))).join(" "));
  };
}

/**
 * Lets the lines that match pass for the rest of this test. Fails nothing when none comes.
 *
 *     expectConsoleError(/"event":"gmail_send_failed"/);
 */
export function expectConsoleError(pattern: RegExp): void {
  expected.push(pattern);
}

/** The lines that have come so far, expected or not. */
export const seenErrors = (): readonly string[] => seen;

/** The lines nobody expected; for the setup file. */
export function takeConsoleErrors(): string[] {
  return seen.filter((line) => !expected.some((pattern) => pattern.test(line)));
}
