import { JsonReporter, type TestModule, type TestSpecification } from "vitest/node";

/** From the end of the last file to the end of the run. Vitest itself gives each worker 60 s to stop. Milliseconds. */
const END_TIMEOUT_MS = 90_000;

/**
 * Vitest's JSON report, written too when the run does not end although every file has: workerd now and then loses the
 * message that says so, and Vitest would wait for it without end. All results are in by then.
 */
export default class BoundedJsonReporter extends JsonReporter {
  private readonly endedModules: TestModule[] = [];
  private moduleCount = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor() {
    super({});
  }

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.moduleCount = specifications.length;
  }

  onTestModuleEnd(module: TestModule): void {
    this.endedModules.push(module);
    if (this.endedModules.length === this.moduleCount)
      this.timer = setTimeout(() => void this.endRun(), END_TIMEOUT_MS);
  }

  override async onTestRunEnd(modules: readonly TestModule[]): Promise<void> {
    clearTimeout(this.timer);
    await super.onTestRunEnd(modules);
  }

  private async endRun(): Promise<void> {
    const errors = this.ctx.state.getUnhandledErrors();
    for (const error of errors) console.error(error);
    console.error("every test file has ended, but Vitest has not: its report is written, and it is ended");
    await super.onTestRunEnd(this.endedModules);
    const isGreen = errors.length === 0 && this.endedModules.every((module) => module.ok());
    process.exit(isGreen ? 0 : 1);
  }
}
