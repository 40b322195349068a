import { describe, expect, it } from "vitest";
import { findToastPlace } from "../../../web/ui/toast/toast-layer";

const DESKTOP = {
  window: { width: 1280, height: 860 },
  dialogHead: undefined,
  toasts: 0,
  bar: undefined,
  steps: undefined,
  sidebarFoot: { top: 786 },
  undo: undefined,
};
const PHONE = { ...DESKTOP, window: { width: 390, height: 844 }, sidebarFoot: undefined };
const IN_SIDEBAR = { left: 12, bottom: 86, width: 184 };

describe("toasts", () => {
  it("are in the empty part of the sidebar, above its foot", () => {
    expect(findToastPlace(DESKTOP)).toEqual(IN_SIDEBAR);
    // The sign-up has no sidebar.
    expect(findToastPlace({ ...DESKTOP, sidebarFoot: undefined })).toEqual({ ...IN_SIDEBAR, bottom: 12 });
  });

  it("are above the offer to undo a send", () => {
    expect(findToastPlace({ ...DESKTOP, undo: { top: 640 } })).toEqual({ ...IN_SIDEBAR, bottom: 232 });
  });

  it("are above the bar of a phone", () => {
    expect(findToastPlace({ ...PHONE, bar: { top: 784 } })).toEqual({ left: 12, bottom: 72, width: 366 });
    expect(findToastPlace(PHONE)).toEqual({ left: 12, bottom: 12, width: 366 });
  });

  it("are above the buttons of a step, where these are below them", () => {
    const steps = { left: 16, top: 780, bottom: 844 };
    expect(findToastPlace({ ...PHONE, steps })).toMatchObject({ bottom: 76 });
    expect(findToastPlace({ ...PHONE, steps: { ...steps, top: 520, bottom: 584 } })).toMatchObject({ bottom: 12 });
    const wizard = { ...DESKTOP, sidebarFoot: undefined, steps: { ...steps, left: 226 } };
    expect(findToastPlace(wizard)).toMatchObject({ bottom: 12 });
  });

  it("stay where they are beside a dialog, and are over its title where it is in the way, beside its cross", () => {
    const head = { left: 210, right: 1020, top: 20, bottom: 76 };
    expect(findToastPlace({ ...DESKTOP, dialogHead: head })).toEqual(IN_SIDEBAR);
    const narrow = { ...DESKTOP, window: { width: 1000, height: 860 } };
    const narrowHead = { ...head, left: 70, right: 880 };
    expect(findToastPlace({ ...narrow, dialogHead: narrowHead })).toEqual({ left: 82, bottom: 782, width: 366 });
    const phoneHead = { left: 0, right: 330, top: 28, bottom: 84 };
    const sheet = { ...PHONE, bar: { top: 784 }, undo: { top: 700 }, dialogHead: phoneHead };
    expect(findToastPlace(sheet)).toEqual({ left: 12, bottom: 758, width: 306 });
  });

  it("are above a dialog that leaves room for them, whose title stays to be read", () => {
    const sheet = { ...PHONE, dialogHead: { left: 0, right: 330, top: 600, bottom: 660 } };
    expect(findToastPlace(sheet)).toEqual({ left: 12, bottom: 256, width: 306 });
    expect(findToastPlace({ ...sheet, toasts: 580 })).toMatchObject({ bottom: 844 - 662 });
  });

  it("end where they must for their first line to be in the window", () => {
    const sheet = { ...PHONE, dialogHead: { left: 0, right: 330, top: 28, bottom: 84 } };
    expect(findToastPlace({ ...sheet, toasts: 120 })).toMatchObject({ bottom: 844 - 122 });
  });
});
