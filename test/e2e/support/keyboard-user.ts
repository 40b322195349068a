import type { Locator, Page } from "playwright-core";
import { INTERVALS_MS } from "../../../worker/contract/limits.ts";

const MAX_TAB_PRESSES = 200;

/** A toast may cover the focused element while it is shown; on a busy machine it comes and goes a few seconds later. */
const COVERED_TIMEOUT_MS = INTERVALS_MS.toastWithButton + 5_000;

const isCovered = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const points = [0.1, 0.5, 0.9].flatMap((across) =>
      [0.1, 0.5, 0.9].map((down) => ({
        x: left + (right - left) * across,
        y: top + (bottom - top) * down,
      })),
    );
    // A label may draw its checkbox: then the label is what can be seen.
    return !points.some(({ x, y }) => {
      const on = document.elementFromPoint(x, y);
      return on !== null && (element.contains(on) || on.contains(element));
    });
  });

/** A user without a mouse. */
export class KeyboardUser {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /**
   * Presses Tab, or Shift+Tab for an element before the current one, until the element has the focus; in a list of rows
   * that are one stop, the arrows.
   * @throws when it never gets the focus, or stays covered
   */
  async reach(target: Locator): Promise<void> {
    await target.waitFor();
    for (let step = 0; step < MAX_TAB_PRESSES; step++) {
      const key = await target.evaluate((element) => {
        const focused = document.activeElement;
        if (focused === element) return null;
        const isBehind =
          focused !== null &&
          !focused.contains(element) &&
          (focused.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
        const rows = element.closest("[role=grid] tbody");
        if (!rows?.contains(focused)) return isBehind ? "Shift+Tab" : "Tab";
        if (focused?.closest("tr") === element.closest("tr")) return isBehind ? "ArrowLeft" : "ArrowRight";
        return isBehind ? "ArrowUp" : "ArrowDown";
      });
      if (key === null) return this.waitUntilVisible(target);
      await this.page.keyboard.press(key);
    }
    throw new Error(`Tab does not reach ${target.toString()}`);
  }

  /** @throws when the focused element stays off the screen, or wholly covered, for longer than a toast is shown */
  async waitUntilVisible(target: Locator): Promise<void> {
    const deadline = Date.now() + COVERED_TIMEOUT_MS;
    while (await isCovered(target)) {
      if (Date.now() > deadline) throw new Error(`${target.toString()} has the focus and cannot be seen`);
      await this.page.waitForTimeout(100);
    }
  }

  /** Presses Enter on a button or link. */
  async enter(target: Locator): Promise<void> {
    await this.reach(target);
    await this.page.keyboard.press("Enter");
  }

  async tick(target: Locator): Promise<void> {
    await this.reach(target);
    await this.page.keyboard.press("Space");
  }

  async write(target: Locator, text: string): Promise<void> {
    await this.reach(target);
    await this.page.keyboard.insertText(text);
  }
}
