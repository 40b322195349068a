import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { createDnsResolver } from "../../worker/adapters/dns-over-https";
import { createApi } from "../../worker/app";
import { readConfig } from "../../worker/config";
import { LIMITS } from "../../worker/contract/limits";
import { type DomainProof, raiseObjection } from "../../worker/contract/search";
import { objections } from "../../worker/db/schema/mail";
import { OutsideError } from "../../worker/ports";
import { Client } from "./client";
import { sandbox } from "./outside";
import { database } from "./seed";

const DOMAIN = "firm.example";
/** A site of the sample world, which answers what it does not have with a page and 404. */
const SITE = "boulangerie-duval-lyon-00abc.example";

const raise = async (entry = DOMAIN, from = "192.0.2.1") =>
  (await new Client().send("POST", "/api/objections", { entry }, { "cf-connecting-ip": from })).as(
    raiseObjection.answer,
  );
const publish = (what: { kind: "txt" | "file"; at: string; text?: string; location?: string }) =>
  sandbox("/sandbox/published", "POST", what);
const fault = (service: "dns" | "site", kind: string, more: object = {}) =>
  sandbox("/sandbox/faults", "POST", { service, kind, ...more });
const rows = (entry = DOMAIN) => database.select().from(objections).where(eq(objections.entry, entry));

/** What a first try tells to publish. */
async function asked(entry = DOMAIN): Promise<DomainProof> {
  const { proof } = await raise(entry);
  if (!proof) throw new Error("nothing to publish");
  return proof;
}

/** With another setting than the tests have. */
async function raiseWith(settings: Record<string, unknown>, entry = DOMAIN) {
  const request = new Request("http://localhost/api/objections", {
    method: "POST",
    body: JSON.stringify({ entry }),
    headers: { "content-type": "application/json" },
  });
  const response = await createApi().fetch(request, { ...env, ...settings }, createExecutionContext());
  return raiseObjection.answer.parse(await response.json());
}

describe("a company that objects for its whole domain", () => {
  it("is told what to publish: a value that nobody can guess, the same at every try, another for every domain", async () => {
    const [first, again, other] = [await asked(), await asked(), await asked("other.example")];
    expect(first).toEqual({
      value: expect.stringMatching(/^candidature-objection=[\w-]{43}$/u) as string,
      dns: { name: "_candidature.firm.example", result: "unchecked" },
      file: { url: "https://firm.example/.well-known/candidature-objection.txt", result: "unchecked" },
    });
    expect(again.value).toBe(first.value);
    expect(other.value).not.toBe(first.value);
  });

  it("asks nothing outside for the first try: nothing can have been published yet", async () => {
    await fault("dns", "500");
    await fault("site", "500");
    expect(await raise()).toMatchObject({ proof: { dns: { result: "unchecked" }, file: { result: "unchecked" } } });
  });

  it("holds at once when the TXT record is there, and stays so", async () => {
    const { value, dns } = await asked();
    expect(await raise()).toMatchObject({ listed: false, waits_for: "proof", proof: { dns: { result: "missing" } } });
    await publish({ kind: "txt", at: dns.name, text: "v=spf1 -all" });
    await publish({ kind: "txt", at: dns.name, text: value });
    expect(await raise()).toEqual({ entry: DOMAIN, listed: true, waits_for: null, proof: null });
    expect(await rows()).toMatchObject([{ status: "listed", proof: "dns" }]);
    await sandbox("/sandbox/published", "DELETE");
    expect(await raise()).toMatchObject({ listed: true });
  });

  it.each(["dotted", "bare"])("holds when a resolver writes its answers %s, as others do", async (kind) => {
    const { value, dns } = await asked();
    await publish({ kind: "txt", at: dns.name, text: value });
    await fault("dns", kind);
    expect(await raise()).toMatchObject({ listed: true });
  });

  it("holds at once when the file is there, also when the site sends its visitors to www", async () => {
    for (const domain of [DOMAIN, "moved.example"]) {
      const { value, file } = await asked(domain);
      const moved = file.url.replace("//", "//www.");
      if (domain === DOMAIN) await publish({ kind: "file", at: file.url, text: `${value}\n` });
      else {
        await publish({ kind: "file", at: file.url, location: moved });
        await publish({ kind: "file", at: moved, text: value });
      }
      expect(await raise(domain)).toMatchObject({ listed: true });
      expect(await rows(domain)).toMatchObject([{ status: "listed", proof: "file" }]);
    }
  });

  it("does not hold by what others publish: another domain's value, an alias, a redirect elsewhere, a page that holds the value among other words", async () => {
    const { value, dns, file } = await asked();
    const other = await asked("other.example");
    await publish({ kind: "txt", at: dns.name, text: other.value });
    await publish({
      kind: "file",
      at: file.url,
      location: "https://attacker.example/.well-known/candidature-objection.txt",
    });
    await publish({ kind: "file", at: "https://attacker.example/.well-known/candidature-objection.txt", text: value });
    expect(await raise()).toMatchObject({
      listed: false,
      proof: { dns: { result: "missing" }, file: { result: "missing" } },
    });
    await sandbox("/sandbox/published", "DELETE");
    await publish({ kind: "txt", at: dns.name, text: value });
    await publish({ kind: "file", at: file.url, text: `You asked for: ${value}` });
    await fault("dns", "alias");
    expect(await raise()).toMatchObject({
      listed: false,
      proof: { dns: { result: "missing" }, file: { result: "missing" } },
    });
    // A site that has nothing there says so with a page.
    expect(await asked(SITE).then(() => raise(SITE))).toMatchObject({ proof: { file: { result: "missing" } } });
  });

  it.each(["500", "429", "403", "garbage", "cut", "drop", "servfail"])(
    "stays pending when the resolver answers with %s, is told so, and holds by the file all the same",
    async (kind) => {
      const { value, dns, file } = await asked();
      await publish({ kind: "txt", at: dns.name, text: value });
      await fault("dns", kind);
      expect(await raise()).toMatchObject({ listed: false, waits_for: "proof", proof: { dns: { result: "failed" } } });
      await publish({ kind: "file", at: file.url, text: value });
      expect(await raise()).toMatchObject({ listed: true });
    },
  );

  it("is told within seconds that neither the resolver nor the site answers", async () => {
    await asked();
    await fault("dns", "hang");
    await fault("site", "hang");
    const began = Date.now();
    expect(await raise()).toMatchObject({
      listed: false,
      waits_for: "proof",
      proof: { dns: { result: "failed" }, file: { result: "failed" } },
    });
    expect(Date.now() - began).toBeLessThan(9_000);
    expect(await rows()).toMatchObject([{ status: "pending" }]);
  });

  it.each(["", "not a url", "http://dns.example/dns-query"])(
    "stays pending without a resolver (%j): a record proves nothing, and the page is told not to offer it",
    async (setting) => {
      const { value, dns } = await asked();
      await publish({ kind: "txt", at: dns.name, text: value });
      expect(readConfig({ DNS_RESOLVER_URL: setting }).dnsResolverUrl).toBeUndefined();
      expect(await raiseWith({ DNS_RESOLVER_URL: setting })).toMatchObject({
        listed: false,
        waits_for: "proof",
        proof: { dns: { result: "off" } },
      });
      expect(await raiseWith({ DNS_RESOLVER_URL: setting, CONTACT_URL: "" })).toEqual({
        entry: DOMAIN,
        listed: false,
        waits_for: "operator",
        proof: null,
      });
    },
  );

  it("does not hold by an old proof once the operator has lifted it, only by a new one", async () => {
    const old = await asked();
    await publish({ kind: "txt", at: old.dns.name, text: old.value });
    expect(await raise()).toMatchObject({ listed: true });
    await database.update(objections).set({ status: "lifted" });
    const fresh = await asked();
    expect(fresh.value).not.toBe(old.value);
    expect(await raise()).toMatchObject({
      listed: false,
      waits_for: "proof",
      proof: { value: fresh.value, dns: { result: "missing" } },
    });
    expect(await rows()).toMatchObject([{ status: "waiting", proof: "" }]);
    await publish({ kind: "txt", at: fresh.dns.name, text: fresh.value });
    expect(await raise()).toMatchObject({ listed: true });
  });

  it("holds for the real one where a flood has been before, by its own network's count", async () => {
    for (let n = 0; n < LIMITS.objectionsOfNetwork; n += 1) await raise(`rh@big-${n}.example`, "2001:db8:77::1");
    await raise(DOMAIN, "2001:db8:77::1");
    const { value, dns } = await asked();
    await publish({ kind: "txt", at: dns.name, text: value });
    expect(await raise(DOMAIN, "2001:db8:77::1")).toMatchObject({
      listed: false,
      waits_for: "hour",
      proof: { dns: { result: "found" } },
    });
    expect(await rows()).toMatchObject([{ status: "pending", proof: "dns" }]);
    const before = await rows();
    expect(await raise()).toMatchObject({ listed: true });
    expect((await rows())[0]?.network).not.toBe(before[0]?.network);
  });

  it("has an entry from before there were proofs made provable", async () => {
    await database
      .insert(objections)
      .values({ entry: DOMAIN, status: "waiting", reason: "", network: "", createdAt: "2026-01-01T00:00:00.000Z" });
    expect((await asked()).value).toMatch(/=[\w-]{43}$/u);
  });

  it("is looked at so often in an hour and no oftener, by network; then it is told to come again", async () => {
    await asked();
    for (let n = 0; n < LIMITS.proofChecksOfNetwork; n += 1)
      expect(await raise()).toMatchObject({ proof: { file: { result: "failed" } } });
    expect(await raise()).toMatchObject({
      listed: false,
      waits_for: "proof",
      proof: { dns: { result: "postponed" }, file: { result: "postponed" } },
    });
    expect(await raise(DOMAIN, "198.51.100.7")).toMatchObject({ proof: { dns: { result: "missing" } } });
  });
});

describe("a resolver", () => {
  const answering = (body: BodyInit, init?: ResponseInit) =>
    createDnsResolver({
      url: "https://dns.example/dns-query",
      timeoutMs: 200,
      fetch: () => Promise.resolve(new Response(body, init)),
    });

  it.each<[string, BodyInit, ResponseInit | undefined, string]>([
    ["no JSON", "<html>", undefined, "bad_answer"],
    ["JSON of another kind", "[]", undefined, "bad_answer"],
    ["texts that are no text", '{"Status":0,"Answer":[{"name":"a","type":16,"data":5}]}', undefined, "bad_answer"],
    ["a redirect", "", { status: 302, headers: { location: "https://elsewhere.example/" } }, "refused"],
    ["far too much", "x".repeat(600_000), undefined, "bad_answer"],
    ["a body that never ends", new ReadableStream({ pull: () => new Promise(() => undefined) }), undefined, "timeout"],
  ])("that answers %s has failed", async (_what, body, init, failure) => {
    await expect(answering(body, init).readTexts("a.example")).rejects.toMatchObject({
      name: "OutsideError",
      service: "dns",
      failure,
    });
  });

  it("joins the pieces of a long text, and leaves records of other kinds out", async () => {
    const long = "x".repeat(300);
    await publish({ kind: "txt", at: "long.example", text: long });
    const resolver = createDnsResolver({
      url: "https://cloudflare-dns.com/dns-query",
      fetch: (input, init) => env.SANDBOX.fetch(input, init),
    });
    expect(await resolver.readTexts("long.example")).toEqual([long]);
    expect(await resolver.readTexts("nobody.example")).toEqual([]);
  });

  it("is given up when nobody waits any more", async () => {
    const gone = AbortSignal.abort();
    await expect(answering("{}").readTexts("a.example", gone)).rejects.toBeInstanceOf(OutsideError);
    await expect(answering("{}").readTexts("a.example", gone)).rejects.toMatchObject({ failure: "aborted" });
  });
});
