import { describe, expect, test } from "vitest";
import { decodeText } from "../../worker/adapters/charset";
import { createWeb } from "../../worker/adapters/web";
import { type OutsideFailure, OutsideError, type Web, type WebPage } from "../../worker/ports";

const bytes = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0));

describe("text by its charset", () => {
  test.each([
    ["UTF-8 by header", new TextEncoder().encode("<p>é"), "text/html; charset=UTF-8", "<p>é"],
    ["Latin-1 by header", bytes("<p>\xe9"), "text/html; charset=iso-8859-1", "<p>é"],
    ["Latin-9 by header in quotes", bytes("<p>\xa4"), `text/html; charset="ISO-8859-15"`, "<p>€"],
    [
      "Windows-1252 by meta",
      bytes(`<meta charset="windows-1252"><p>\x80`),
      "text/html",
      `<meta charset="windows-1252"><p>€`,
    ],
    [
      "Latin-1 by http-equiv",
      bytes(`<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1">\xfc`),
      "text/html",
      `<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1">ü`,
    ],
    ["UTF-8 by default", new TextEncoder().encode("<p>ß"), "text/html", "<p>ß"],
    ["Latin-1 undeclared", bytes("<p>\xe9t\xe9 et hiver"), "text/html", "<p>été et hiver"],
    ["a byte order mark", Uint8Array.from([0xef, 0xbb, 0xbf, 0xc3, 0xa9]), "text/html; charset=iso-8859-1", "é"],
    ["UTF-16 by its mark", Uint8Array.from([0xff, 0xfe, 0xe9, 0]), "text/html", "é"],
    ["an unknown label", new TextEncoder().encode("<p>é"), "text/html; charset=utf8mb4", "<p>é"],
    ["a meta that says UTF-16", bytes(`<meta charset="utf-16"><p>x`), "text/html", `<meta charset="utf-16"><p>x`],
    ["nothing", new Uint8Array(), "", ""],
  ])("%s", (_name, given, contentType, expected) => expect(decodeText(given, contentType)).toBe(expected));
});

type Answer = (url: URL, init: RequestInit) => Response | Promise<Response>;
const page = (body: BodyInit | null, headers: Record<string, string> = { "content-type": "text/html" }, status = 200) =>
  new Response(body, { status, headers });
const redirect = (location: string, status = 302) => new Response(null, { status, headers: { location } });

function webOf(answer: Answer, timeoutMs = 200) {
  const asked: string[] = [];
  const open: typeof fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    asked.push(url.href);
    return await answer(url, init ?? {});
  };
  return {
    asked,
    web: createWeb({
      fetch: open,
      userAgent: "Candidature/1.2 (+https://candidature.fr/bot)",
      allowReserved: true,
      timeoutMs,
    }),
  };
}

/** A page that has to be one. */
async function pageAt(web: Web, url: string, options?: Parameters<Web["read"]>[1]): Promise<WebPage> {
  const answer = await web.read(url, options);
  if ("location" in answer) throw new Error(`redirected to ${answer.location}`);
  return answer;
}

async function failure(promise: Promise<unknown>): Promise<OutsideFailure | "none"> {
  try {
    await promise;
    return "none";
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error;
    expect(error.service).toBe("web");
    return error.failure;
  }
}

describe("the safe fetch", () => {
  test("reads a page, says who it is, follows nothing blindly", async () => {
    let seen: RequestInit = {};
    const { web } = webOf((_url, init) => {
      seen = init;
      return page("<p>ok</p>", { "content-type": "text/html; charset=utf-8" });
    });
    expect(await web.read("https://firm.test/#x")).toEqual({
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
    const { web, asked } = webOf((url) => {
      const step = Number(url.pathname.slice(1));
      return step < 5 ? redirect(`/${step + 1}`, [301, 302, 303, 307, 308][step]) : page("end");
    });
    expect((await web.read("https://firm.test/0")).url).toBe("https://firm.test/5");
    expect(asked).toHaveLength(6);
  });

  test.each([
    ["https://firm.test/", "https://other.test/x"],
    ["https://firm.test/", "https://jobs.firm.test/"],
    ["https://www.firm.test/", "https://firm.test.other.test/"],
  ])("hands back a redirect of %s to another host, %s, without asking that one", async (start, location) => {
    const { web, asked } = webOf((url) => (url.href === start ? redirect(location) : page("no")));
    expect(await web.read(start)).toEqual({ url: start, location });
    expect(asked).toEqual([start]);
  });

  test("hands back what its reader may not follow, and follows the rest, www. or not", async () => {
    const { web, asked } = webOf((url) =>
      url.pathname === "/"
        ? redirect("https://www.firm.test/one")
        : url.pathname === "/one"
          ? redirect("/private/two")
          : page("no"),
    );
    expect(await web.read("http://firm.test/", { mayFollow: (url) => !url.includes("/private/") })).toEqual({
      url: "https://www.firm.test/one",
      location: "https://www.firm.test/private/two",
    });
    expect(asked).toEqual(["http://firm.test/", "https://www.firm.test/one"]);
  });

  test.each([
    ["to a private address", "http://169.254.169.254/latest"],
    ["to localhost", "http://localhost/"],
    ["to another port", "https://firm.test:8443/"],
    ["to a file", "file:///etc/passwd"],
    ["to a user", "https://a@firm.test/"],
    ["to nonsense", "http://["],
  ])("refuses a redirect %s without asking it", async (_name, location) => {
    const { web, asked } = webOf(() => redirect(location));
    expect(await failure(web.read("https://firm.test/"))).toBe("refused");
    expect(asked).toEqual(["https://firm.test/"]);
  });

  test.each<[string, Answer, OutsideFailure]>([
    ["a loop", () => redirect("/"), "bad_answer"],
    ["an endless chain", (url) => redirect(`${url.pathname}a`), "bad_answer"],
    ["a PDF", () => page("%PDF", { "content-type": "application/pdf" }), "bad_answer"],
    ["an image", () => page("x", { "content-type": "image/png" }), "bad_answer"],
    ["plain text for a page", () => page("x", { "content-type": "text/plain" }), "bad_answer"],
    ["bytes without a type", () => new Response(bytes("\x00\x01")), "bad_answer"],
    ["429", () => page("x", { "retry-after": "9" }, 429), "rate_limited"],
    ["503", () => page("x", {}, 503), "server_error"],
    ["a refused connection", () => Promise.reject(new TypeError("Network connection lost")), "unreachable"],
    ["a site that never answers", () => new Promise<Response>(() => undefined), "timeout"],
    [
      "a body that never ends",
      () =>
        page(
          new ReadableStream({
            pull: async (controller) => {
              await new Promise((done) => setTimeout(done, 20));
              controller.enqueue(bytes("."));
            },
          }),
        ),
      "timeout",
    ],
    [
      "a body that never starts",
      () => page(new ReadableStream({ pull: () => new Promise(() => undefined) })),
      "timeout",
    ],
    [
      "a body that cannot be read",
      () => page(new ReadableStream({ pull: (controller) => controller.error(new TypeError("gzip decoding failed")) })),
      "bad_answer",
    ],
    [
      "a body that hangs on cancel",
      () =>
        page(
          new ReadableStream({ pull: () => new Promise(() => undefined), cancel: () => new Promise(() => undefined) }),
        ),
      "timeout",
    ],
  ])("%s", async (_name, answer, expected) => {
    expect(await failure(webOf(answer).web.read("https://firm.test/"))).toBe(expected);
  });

  test("says how long to wait", async () => {
    const { web } = webOf(() => page("x", { "retry-after": "9" }, 429));
    await expect(web.read("https://firm.test/")).rejects.toMatchObject({
      failure: "rate_limited",
      details: { status: 429, retryAfterSeconds: 9 },
    });
  });

  test("refuses a wrong address before anything is opened", async () => {
    const { web, asked } = webOf(() => page("x"));
    for (const address of ["http://127.0.0.1/", "nonsense", "ftp://firm.test/"])
      expect(await failure(web.read(address))).toBe("refused");
    expect(asked).toEqual([]);
  });

  test("404 is an answer, text is text, no type is looked at", async () => {
    const { web } = webOf((url) => {
      if (url.pathname === "/robots.txt") return page("User-agent: *", { "content-type": "text/plain" });
      return url.pathname === "/bare"
        ? new Response(bytes("  <html>x"))
        : page("gone", { "content-type": "text/html" }, 404);
    });
    expect((await pageAt(web, "https://firm.test/x")).status).toBe(404);
    expect((await pageAt(web, "https://firm.test/robots.txt", { accept: "text" })).text).toBe("User-agent: *");
    expect((await pageAt(web, "https://firm.test/bare")).text).toBe("  <html>x");
  });

  test("keeps the head and the foot of a long page and stops at 2 MiB", async () => {
    const filler = new Uint8Array(64 * 1024).fill(120);
    const long = (chunks: number, tail: string) => {
      let sent = 0;
      return page(
        new ReadableStream({
          pull(controller) {
            if (sent === 0) controller.enqueue(bytes("<title>head</title><script>"));
            if (sent < chunks) controller.enqueue(filler);
            else {
              controller.enqueue(bytes(tail));
              controller.close();
            }
            sent += 1;
          },
        }),
      );
    };
    const { web } = webOf(
      (url) => (url.pathname === "/long" ? long(16, "<footer>rh@firm.test</footer>") : long(100_000, "never")),
      3000,
    );
    const read = await pageAt(web, "https://firm.test/long");
    expect(read.truncated).toBe(true);
    expect(read.text.length).toBeLessThanOrEqual(512 * 1024);
    expect(read.text).toContain("<title>head</title>");
    expect(read.text).toContain("</script>");
    expect(read.text).toContain("<footer>rh@firm.test</footer>");
    const endless = await pageAt(web, "https://firm.test/endless");
    expect(endless.truncated).toBe(true);
    expect(endless.text.length).toBeLessThanOrEqual(512 * 1024);
  });

  test("keeps what came of a page cut in the middle", async () => {
    let sent = false;
    const { web } = webOf(() =>
      page(
        new ReadableStream({
          pull(controller) {
            if (sent) controller.error(new TypeError("reset"));
            else controller.enqueue(bytes("<p>half"));
            sent = true;
          },
        }),
      ),
    );
    expect(await web.read("https://firm.test/")).toMatchObject({ text: "<p>half", truncated: true });
  });

  test("gives up when told to, in flight and in the queue", async () => {
    const { web, asked } = webOf(() => new Promise<Response>(() => undefined), 5000);
    const stop = new AbortController();
    const reads = Array.from({ length: 7 }, (_, index) =>
      failure(web.read(`https://firm.test/${index}`, { signal: stop.signal })),
    );
    await new Promise((done) => setTimeout(done, 20));
    expect(asked).toHaveLength(6);
    stop.abort();
    expect(await Promise.all(reads)).toEqual(Array.from({ length: 7 }, () => "aborted"));
    expect(asked).toHaveLength(6);
    expect(await failure(web.read("https://firm.test/", { signal: stop.signal }))).toBe("aborted");
  });

  test("the clock of a read starts when its turn comes", async () => {
    const { web } = webOf(async () => {
      await new Promise((done) => setTimeout(done, 120));
      return page("ok");
    });
    const reads = Array.from({ length: 12 }, (_, index) => failure(web.read(`https://firm.test/${index}`)));
    expect(await Promise.all(reads)).toEqual(Array.from({ length: 12 }, () => "none"));
  });
});
