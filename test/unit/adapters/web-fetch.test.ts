import { describe, expect, test } from "vitest";
import { decodeText } from "../../../worker/adapters/web-fetch/charset";
import { createPageFetcher } from "../../../worker/adapters/web-fetch/fetch-page";
import {
  type ExternalFailure,
  ExternalServiceError,
  type PageFetcher,
  type WebPage,
} from "../../../worker/platform/ports";

const toBytes = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0));

describe("text by its charset", () => {
  test.each([
    ["UTF-8 by header", new TextEncoder().encode("<p>é"), "text/html; charset=UTF-8", "<p>é"],
    ["Latin-1 by header", toBytes("<p>\xe9"), "text/html; charset=iso-8859-1", "<p>é"],
    ["Latin-9 by header in quotes", toBytes("<p>\xa4"), `text/html; charset="ISO-8859-15"`, "<p>€"],
    [
      "Windows-1252 by meta",
      toBytes(`<meta charset="windows-1252"><p>\x80`),
      "text/html",
      `<meta charset="windows-1252"><p>€`,
    ],
    [
      "Latin-1 by http-equiv",
      toBytes(`<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1">\xfc`),
      "text/html",
      `<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1">ü`,
    ],
    ["UTF-8 by default", new TextEncoder().encode("<p>ß"), "text/html", "<p>ß"],
    ["Latin-1 undeclared", toBytes("<p>\xe9t\xe9 et hiver"), "text/html", "<p>été et hiver"],
    ["a byte order mark", Uint8Array.from([0xef, 0xbb, 0xbf, 0xc3, 0xa9]), "text/html; charset=iso-8859-1", "é"],
    ["UTF-16 by its mark", Uint8Array.from([0xff, 0xfe, 0xe9, 0]), "text/html", "é"],
    ["an unknown label", new TextEncoder().encode("<p>é"), "text/html; charset=utf8mb4", "<p>é"],
    ["a meta that says UTF-16", toBytes(`<meta charset="utf-16"><p>x`), "text/html", `<meta charset="utf-16"><p>x`],
    ["nothing", new Uint8Array(), "", ""],
  ])("%s", (_name, given, contentType, expected) => expect(decodeText(given, contentType)).toBe(expected));
});

type Answer = (url: URL, init: RequestInit) => Response | Promise<Response>;
const htmlResponse = (
  body: BodyInit | null,
  headers: Record<string, string> = { "content-type": "text/html" },
  status = 200,
) => new Response(body, { status, headers });
const redirectResponse = (location: string, status = 302) => new Response(null, { status, headers: { location } });

function createWebWith(answer: Answer, timeoutMs = 200) {
  const requests: string[] = [];
  const fakeFetch: typeof fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    requests.push(url.href);
    return await answer(url, init ?? {});
  };
  return {
    requests,
    web: createPageFetcher({
      fetch: fakeFetch,
      userAgent: "Candidature/1.2 (+https://candidature.fr/bot)",
      allowReserved: true,
      timeoutMs,
    }),
  };
}

/** A page; throws for a redirect. */
async function readPage(
  web: PageFetcher,
  url: string,
  options?: Parameters<PageFetcher["fetchPage"]>[1],
): Promise<WebPage> {
  const answer = await web.fetchPage(url, options);
  if ("location" in answer) throw new Error(`redirected to ${answer.location}`);
  return answer;
}

async function catchFailure(promise: Promise<unknown>): Promise<ExternalFailure | "none"> {
  try {
    await promise;
    return "none";
  } catch (error) {
    if (!(error instanceof ExternalServiceError)) throw error;
    expect(error.service).toBe("web");
    return error.failure;
  }
}

describe("the safe fetch", () => {
  test("reads a page with its user agent and follows no redirect by itself", async () => {
    let seen: RequestInit = {};
    const { web } = createWebWith((_url, init) => {
      seen = init;
      return htmlResponse("<p>ok</p>", { "content-type": "text/html; charset=utf-8" });
    });
    expect(await web.fetchPage("https://firm.test/#x")).toEqual({
      url: "https://firm.test/",
      status: 200,
      text: "<p>ok</p>",
      contentType: "text/html; charset=utf-8",
      truncated: false,
    });
    expect(seen.redirect).toBe("manual");
    expect(new Headers(seen.headers).get("user-agent")).toContain("Candidature");
  });

  test("follows five redirects, each one checked", async () => {
    const { web, requests } = createWebWith((url) => {
      const step = Number(url.pathname.slice(1));
      return step < 5 ? redirectResponse(`/${step + 1}`, [301, 302, 303, 307, 308][step]) : htmlResponse("end");
    });
    expect((await web.fetchPage("https://firm.test/0")).url).toBe("https://firm.test/5");
    expect(requests).toHaveLength(6);
  });

  test.each([
    ["https://firm.test/", "https://other.test/x"],
    ["https://firm.test/", "https://jobs.firm.test/"],
    ["https://www.firm.test/", "https://firm.test.other.test/"],
  ])("returns a redirect of %s to another host, %s, without requesting it", async (start, location) => {
    const { web, requests } = createWebWith((url) =>
      url.href === start ? redirectResponse(location) : htmlResponse("no"),
    );
    expect(await web.fetchPage(start)).toEqual({ url: start, location });
    expect(requests).toEqual([start]);
  });

  test("returns redirects that the caller may not follow, and follows the others, www. or not", async () => {
    const { web, requests } = createWebWith((url) =>
      url.pathname === "/"
        ? redirectResponse("https://www.firm.test/one")
        : url.pathname === "/one"
          ? redirectResponse("/private/two")
          : htmlResponse("no"),
    );
    expect(await web.fetchPage("http://firm.test/", { mayFollow: (url) => !url.includes("/private/") })).toEqual({
      url: "https://www.firm.test/one",
      location: "https://www.firm.test/private/two",
    });
    expect(requests).toEqual(["http://firm.test/", "https://www.firm.test/one"]);
  });

  test.each([
    ["to a private address", "http://169.254.169.254/latest"],
    ["to localhost", "http://localhost/"],
    ["to another port", "https://firm.test:8443/"],
    ["to a file", "file:///etc/passwd"],
    ["to a user", "https://a@firm.test/"],
    ["to nonsense", "http://["],
  ])("rejects a redirect %s without requesting it", async (_name, location) => {
    const { web, requests } = createWebWith(() => redirectResponse(location));
    expect(await catchFailure(web.fetchPage("https://firm.test/"))).toBe("refused");
    expect(requests).toEqual(["https://firm.test/"]);
  });

  test.each<[string, Answer, ExternalFailure]>([
    ["a loop", () => redirectResponse("/"), "bad_answer"],
    ["an endless chain", (url) => redirectResponse(`${url.pathname}a`), "bad_answer"],
    ["a PDF", () => htmlResponse("%PDF", { "content-type": "application/pdf" }), "bad_answer"],
    ["an image", () => htmlResponse("x", { "content-type": "image/png" }), "bad_answer"],
    ["plain text for a page", () => htmlResponse("x", { "content-type": "text/plain" }), "bad_answer"],
    ["bytes without a type", () => new Response(toBytes("\x00\x01")), "bad_answer"],
    ["429", () => htmlResponse("x", { "retry-after": "9" }, 429), "rate_limited"],
    ["503", () => htmlResponse("x", {}, 503), "server_error"],
    ["a refused connection", () => Promise.reject(new TypeError("Network connection lost")), "unreachable"],
    ["a site that never answers", () => new Promise<Response>(() => undefined), "timeout"],
    [
      "a body that never ends",
      () =>
        htmlResponse(
          new ReadableStream({
            pull: async (controller) => {
              await new Promise((done) => setTimeout(done, 20));
              controller.enqueue(toBytes("."));
            },
          }),
        ),
      "timeout",
    ],
    [
      "a body that never starts",
      () => htmlResponse(new ReadableStream({ pull: () => new Promise(() => undefined) })),
      "timeout",
    ],
    [
      "a body that cannot be read",
      () =>
        htmlResponse(
          new ReadableStream({ pull: (controller) => controller.error(new TypeError("gzip decoding failed")) }),
        ),
      "bad_answer",
    ],
    [
      "a body that hangs on cancel",
      () =>
        htmlResponse(
          new ReadableStream({ pull: () => new Promise(() => undefined), cancel: () => new Promise(() => undefined) }),
        ),
      "timeout",
    ],
  ])("%s", async (_name, answer, expected) => {
    expect(await catchFailure(createWebWith(answer).web.fetchPage("https://firm.test/"))).toBe(expected);
  });

  test("reports how long to wait", async () => {
    const { web } = createWebWith(() => htmlResponse("x", { "retry-after": "9" }, 429));
    await expect(web.fetchPage("https://firm.test/")).rejects.toMatchObject({
      failure: "rate_limited",
      details: { status: 429, retryAfterSeconds: 9 },
    });
  });

  test("rejects a bad URL before any request", async () => {
    const { web, requests } = createWebWith(() => htmlResponse("x"));
    for (const address of ["http://127.0.0.1/", "nonsense", "ftp://firm.test/"])
      expect(await catchFailure(web.fetchPage(address))).toBe("refused");
    expect(requests).toEqual([]);
  });

  test("returns a 404, plain text and untyped pages", async () => {
    const { web } = createWebWith((url) => {
      if (url.pathname === "/robots.txt") return htmlResponse("User-agent: *", { "content-type": "text/plain" });
      return url.pathname === "/bare"
        ? new Response(toBytes("  <html>x"))
        : htmlResponse("gone", { "content-type": "text/html" }, 404);
    });
    expect((await readPage(web, "https://firm.test/x")).status).toBe(404);
    expect((await readPage(web, "https://firm.test/robots.txt", { accept: "text" })).text).toBe("User-agent: *");
    expect((await readPage(web, "https://firm.test/bare")).text).toBe("  <html>x");
  });

  test("returns the start and the end of a long page and stops at 2 MiB", async () => {
    const filler = new Uint8Array(64 * 1024).fill(120);
    const makeLongPage = (chunks: number, tail: string) => {
      let sent = 0;
      return htmlResponse(
        new ReadableStream({
          pull(controller) {
            if (sent === 0) controller.enqueue(toBytes("<title>head</title><script>"));
            if (sent < chunks) controller.enqueue(filler);
            else {
              controller.enqueue(toBytes(tail));
              controller.close();
            }
            sent += 1;
          },
        }),
      );
    };
    const { web } = createWebWith(
      (url) =>
        url.pathname === "/long" ? makeLongPage(16, "<footer>rh@firm.test</footer>") : makeLongPage(100_000, "never"),
      3000,
    );
    const read = await readPage(web, "https://firm.test/long");
    expect(read.truncated).toBe(true);
    expect(read.text.length).toBeLessThanOrEqual(512 * 1024);
    expect(read.text).toContain("<title>head</title>");
    expect(read.text).toContain("</script>");
    expect(read.text).toContain("<footer>rh@firm.test</footer>");
    const endless = await readPage(web, "https://firm.test/endless");
    expect(endless.truncated).toBe(true);
    expect(endless.text.length).toBeLessThanOrEqual(512 * 1024);
  });

  test("returns the part of a page that arrived before the connection broke", async () => {
    let sent = false;
    const { web } = createWebWith(() =>
      htmlResponse(
        new ReadableStream({
          pull(controller) {
            if (sent) controller.error(new TypeError("reset"));
            else controller.enqueue(toBytes("<p>half"));
            sent = true;
          },
        }),
      ),
    );
    expect(await web.fetchPage("https://firm.test/")).toMatchObject({ text: "<p>half", truncated: true });
  });

  test("aborts on its signal, in flight and in the queue", async () => {
    const { web, requests } = createWebWith(() => new Promise<Response>(() => undefined), 5000);
    const stop = new AbortController();
    const reads = Array.from({ length: 7 }, (_, index) =>
      catchFailure(web.fetchPage(`https://firm.test/${index}`, { signal: stop.signal })),
    );
    await new Promise((done) => setTimeout(done, 20));
    expect(requests).toHaveLength(6);
    stop.abort();
    expect(await Promise.all(reads)).toEqual(Array.from({ length: 7 }, () => "aborted"));
    expect(requests).toHaveLength(6);
    expect(await catchFailure(web.fetchPage("https://firm.test/", { signal: stop.signal }))).toBe("aborted");
  });

  test("the timeout of a read starts when its turn comes", async () => {
    const { web } = createWebWith(async () => {
      await new Promise((done) => setTimeout(done, 120));
      return htmlResponse("ok");
    });
    const reads = Array.from({ length: 12 }, (_, index) => catchFailure(web.fetchPage(`https://firm.test/${index}`)));
    expect(await Promise.all(reads)).toEqual(Array.from({ length: 12 }, () => "none"));
  });
});
