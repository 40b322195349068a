import type { Locator, Page } from "playwright-core";

/** How far one goes before saying that something cannot be reached. */
const MAX_TAB_PRESSES = 200;

/** How long a toast or a moving list may cover what has the focus, in milliseconds. */
const TOAST_TIMEOUT_MS = 4_000;

const isHidden = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const points = [0.1, 0.5, 0.9].flatMap((across) =>
      [0.1, 0.5, 0.9].map((down) => ({
        x: left + (right - left) * across,
        y: top + (bottom - top) * down,
      })),
    );
    // The label of a box is as good as the box, which may be drawn by it.
    return !points.some(({ x, y }) => {
      const on = document.elementFromPoint(x, y);
      return on !== null && (element.contains(on) || on.contains(element));
    });
  });

/** A user who has no mouse: Tab, Enter, Space, arrows and letters, nothing else. */
export class KeyboardUser {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Tabs on, or back for what stands before, until the element has the focus and can be seen to have it. Throws when it never gets it, or is covered when it does. */
  async reach(target: Locator): Promise<void> {
    await target.waitFor();
    for (let step = 0; step < MAX_TAB_PRESSES; step++) {
      const way = await target.evaluate((element) => {
        const here = document.activeElement;
        if (here === element) return "here";
        return here !== null &&
          !here.contains(element) &&
          (here.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING) !== 0
          ? "Shift+Tab"
          : "Tab";
      });
      if (way === "here") return this.seen(target);
      await this.page.keyboard.press(way);
    }
    throw new Error(`the keyboard does not reach ${target.toString()}`);
  }

  /** Throws when what has the focus stays off the screen, or wholly under something else, for longer than a toast is shown. */
  async seen(target: Locator): Promise<void> {
    const deadline = Date.now() + TOAST_TIMEOUT_MS;
    while (await isHidden(target)) {
      if (Date.now() > deadline) throw new Error(`${target.toString()} has the focus and cannot be seen`);
      await this.page.waitForTimeout(100);
    }
  }

  /** Reaches a button or link and presses Enter. */
  async enter(target: Locator): Promise<void> {
    await this.reach(target);
    await this.page.keyboard.press("Enter");
  }

  /** Reaches a box and ticks it. */
  async tick(target: Locator): Promise<void> {
    await this.reach(target);
    await this.page.keyboard.press("Space");
  }

  /** Reaches a field and writes into it. */
  async write(target: Locator, text: string): Promise<void> {
    await this.reach(target);
    await this.page.keyboard.insertText(text);
  }
}
