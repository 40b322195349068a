import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { requestGoogleCode } from "../../../web/features/account/hooks/use-google-code";

// Safari lets a page open a window only in the click itself, not after an await.

const GOOGLE = { client_id: "me", script_url: "https://accounts.example/client" };
type Config = Parameters<NonNullable<Window["google"]>["accounts"]["oauth2"]["initCodeClient"]>[0];

let opened: Config[] = [];
let serverCalls: string[] = [];
/** Google's script, which opens its popup on requestCode. */
const googleScript = {
  accounts: { oauth2: { initCodeClient: (config: Config) => ({ requestCode: () => void opened.push(config) }) } },
};
const sessionValues = new Map<string, string>();

beforeEach(() => {
  [opened, serverCalls] = [[], []];
  sessionValues.clear();
  const sessionStorage = {
    getItem: (key: string) => sessionValues.get(key) ?? null,
    setItem: (key: string, value: string) => void sessionValues.set(key, value),
    removeItem: (key: string) => void sessionValues.delete(key),
  };
  vi.stubGlobal("window", { google: googleScript, sessionStorage });
  vi.stubGlobal("fetch", async (_url: string, init: { body: string }) => {
    serverCalls.push((JSON.parse(init.body) as { state: string }).state);
    return Response.json({ ok: true });
  });
});
afterEach(() => vi.unstubAllGlobals());

describe("a click on Google's button", () => {
  it("opens the popup before any await, and sends the state to the server meanwhile", async () => {
    const codeRequest = requestGoogleCode(GOOGLE, "ana@mail.example");
    expect(opened).toMatchObject([{ client_id: "me", ux_mode: "popup", login_hint: "ana@mail.example" }]);
    const { state, callback } = opened[0] ?? {};
    expect(state).toMatch(/^[0-9a-f]{64}$/u);
    callback?.({ code: "4/0", ...(state !== undefined && { state }) });
    expect(await codeRequest).toEqual({ code: "4/0", state });
    expect(serverCalls).toEqual([state]);
    expect(sessionValues.size).toBe(0);
  });

  it("ignores an answer with another state, and any when the server does not know the state", async () => {
    const other = requestGoogleCode(GOOGLE);
    opened[0]?.callback({ code: "4/0", state: "0".repeat(64) });
    await expect(other).rejects.toMatchObject({ failure: "state" });
    vi.stubGlobal("fetch", async () => Response.json({ error: "off", code: "not_configured" }, { status: 503 }));
    const refused = requestGoogleCode(GOOGLE);
    await expect(refused).rejects.toMatchObject({ code: "not_configured" });
  });

  it("reports a blocked popup and deletes the state", async () => {
    const codeRequest = requestGoogleCode(GOOGLE);
    opened[0]?.error_callback({ type: "popup_failed_to_open" });
    await expect(codeRequest).rejects.toMatchObject({ failure: "blocked" });
    expect(sessionValues.size).toBe(0);
  });
});
