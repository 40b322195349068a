import { describe, expect, it } from "vitest";
import { findToastPlace } from "../../../web/ui/toast/toast-layer";

const DESKTOP = { window: { width: 1280, height: 860 }, dialog: undefined, bar: undefined, actions: undefined };
const PHONE = { ...DESKTOP, window: { width: 390, height: 844 } };

describe("toasts", () => {
  it("are at the top right, beside the buttons of the page", () => {
    expect(findToastPlace(DESKTOP)).toEqual({ top: 12, right: 12, bottom: null });
    const actions = { left: 980, bottom: 60 };
    expect(findToastPlace({ ...DESKTOP, actions })).toEqual({ top: 12, right: 312, bottom: null });
    // They have been scrolled away.
    expect(findToastPlace({ ...DESKTOP, actions: { ...actions, bottom: -40 } })).toMatchObject({ right: 12 });
  });

  it("are above the bar of a phone", () => {
    const actions = { left: 250, bottom: 120 };
    expect(findToastPlace({ ...PHONE, actions, bar: { top: 784 } })).toEqual({ top: null, right: 12, bottom: 72 });
    expect(findToastPlace({ ...PHONE, actions })).toEqual({ top: 12, right: 12, bottom: null });
  });

  it("are above the buttons of an open dialog, and never over its head", () => {
    const foot = { top: 770 };
    const onDesktop = { ...DESKTOP, actions: { left: 980, bottom: 60 } };
    expect(findToastPlace({ ...onDesktop, dialog: { right: 1070, bottom: 836, foot } })).toEqual({
      top: null,
      right: 222,
      bottom: 102,
    });
    const sheet = { right: 390, bottom: 844, foot: undefined };
    expect(findToastPlace({ ...PHONE, bar: { top: 784 }, dialog: sheet })).toEqual({
      top: null,
      right: 12,
      bottom: 12,
    });
  });
});
