import { inject } from "vitest";

/*
 * The web app's own api functions against the real worker:
 *
 *     beforeEach(() => startBrowserSession());
 *     it("signs up", async () => {
 *       await register({ ... });
 *       expect(await fetchMe()).toMatchObject({ user: { name: "Ana" } });
 *     });
 *
 * They call `fetch("/api/…")`: a relative URL, with cookies. Node's fetch supports neither, so this wraps it.
 */

const nodeFetch = globalThis.fetch;

/** Makes `fetch` that of a new browser without cookies, on a page of the product. */
export function startBrowserSession(): void {
  const origin = inject("origin");
  const cookies = new Map<string, string>();
  globalThis.fetch = async (input, init) => {
    const request = input instanceof Request ? new Request(input, init) : new Request(new URL(input, origin), init);
    request.headers.set("Origin", origin);
    request.headers.set("Sec-Fetch-Site", "same-origin");
    if (cookies.size > 0)
      request.headers.set("Cookie", [...cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    const response = await nodeFetch(request);
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === "" || /;\s*max-age=(0|-\d+)\b/i.test(line)) cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  };
}
