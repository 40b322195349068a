import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { createDnsResolver } from "../../../worker/adapters/dns-resolver";
import { createApi } from "../../../worker/app";
import { LIMITS } from "../../../worker/contract/limits";
import { type DomainProof, raiseObjection } from "../../../worker/contract/objections";
import { objections } from "../../../worker/db/schema/shared";
import { readConfig } from "../../../worker/platform/config";
import { ExternalServiceError } from "../../../worker/platform/ports";
import { Client } from "../support/client";
import { callSandbox, orderFault } from "../support/sandbox-client";
import { sharedDatabase } from "../support/seed";

const DOMAIN = "firm.example";
/** A sample site, which answers unknown paths with a page and 404. */
const SITE = "boulangerie-duval-lyon-00abc.example";

const raiseDomainObjection = async (entry = DOMAIN, from = "192.0.2.1") =>
  (await new Client().send("POST", "/api/objections", { entry }, { "cf-connecting-ip": from })).as(
    raiseObjection.answer,
  );
const publishProof = (what: { kind: "txt" | "file"; at: string; text?: string; location?: string }) =>
  callSandbox("/sandbox/published", "POST", what);
const listObjections = (entry = DOMAIN) => sharedDatabase.select().from(objections).where(eq(objections.entry, entry));

/** The value to publish, from a first try. */
async function requestProof(entry = DOMAIN): Promise<DomainProof> {
  const { proof } = await raiseDomainObjection(entry);
  if (!proof) throw new Error("nothing to publish");
  return proof;
}

/** With a changed setting. */
async function raiseWithSettings(settings: Record<string, unknown>, entry = DOMAIN) {
  const request = new Request("http://localhost/api/objections", {
    method: "POST",
    body: JSON.stringify({ entry }),
    headers: { "content-type": "application/json" },
  });
  const response = await createApi().fetch(request, { ...env, ...settings }, createExecutionContext());
  return raiseObjection.answer.parse(await response.json());
}

describe("a company that objects for its whole domain", () => {
  it("gets the value to publish: unguessable, stable between tries, different for every domain", async () => {
    const [first, again, other] = [await requestProof(), await requestProof(), await requestProof("other.example")];
    expect(first).toEqual({
      value: expect.stringMatching(/^candidature-objection=[\w-]{43}$/u) as string,
      dns: { name: "_candidature.firm.example", result: "unchecked" },
      file: { url: "https://firm.example/.well-known/candidature-objection.txt", result: "unchecked" },
    });
    expect(again.value).toBe(first.value);
    expect(other.value).not.toBe(first.value);
  });

  it("makes no outside request for the first try: nothing can have been published yet", async () => {
    await orderFault("dns", "500");
    await orderFault("site", "500");
    expect(await raiseDomainObjection()).toMatchObject({
      proof: { dns: { result: "unchecked" }, file: { result: "unchecked" } },
    });
  });

  it("holds at once when the TXT record is there, and stays so", async () => {
    const { value, dns } = await requestProof();
    expect(await raiseDomainObjection()).toMatchObject({
      listed: false,
      waits_for: "proof",
      proof: { dns: { result: "missing" } },
    });
    await publishProof({ kind: "txt", at: dns.name, text: "v=spf1 -all" });
    await publishProof({ kind: "txt", at: dns.name, text: value });
    expect(await raiseDomainObjection()).toEqual({ entry: DOMAIN, listed: true, waits_for: null, proof: null });
    expect(await listObjections()).toMatchObject([{ status: "listed", proof: "dns" }]);
    await callSandbox("/sandbox/published", "DELETE");
    expect(await raiseDomainObjection()).toMatchObject({ listed: true });
  });

  it.each(["dotted", "bare"])("holds when a resolver writes its answers %s, as others do", async (kind) => {
    const { value, dns } = await requestProof();
    await publishProof({ kind: "txt", at: dns.name, text: value });
    await orderFault("dns", kind);
    expect(await raiseDomainObjection()).toMatchObject({ listed: true });
  });

  it("holds at once when the file is there, also when the site sends its visitors to www", async () => {
    for (const domain of [DOMAIN, "moved.example"]) {
      const { value, file } = await requestProof(domain);
      const moved = file.url.replace("//", "//www.");
      if (domain === DOMAIN) await publishProof({ kind: "file", at: file.url, text: `${value}\n` });
      else {
        await publishProof({ kind: "file", at: file.url, location: moved });
        await publishProof({ kind: "file", at: moved, text: value });
      }
      expect(await raiseDomainObjection(domain)).toMatchObject({ listed: true });
      expect(await listObjections(domain)).toMatchObject([{ status: "listed", proof: "file" }]);
    }
  });

  it("is not proven by another domain's value, an alias, a redirect elsewhere or a page with more text", async () => {
    const { value, dns, file } = await requestProof();
    const other = await requestProof("other.example");
    await publishProof({ kind: "txt", at: dns.name, text: other.value });
    await publishProof({
      kind: "file",
      at: file.url,
      location: "https://attacker.example/.well-known/candidature-objection.txt",
    });
    await publishProof({
      kind: "file",
      at: "https://attacker.example/.well-known/candidature-objection.txt",
      text: value,
    });
    expect(await raiseDomainObjection()).toMatchObject({
      listed: false,
      proof: { dns: { result: "missing" }, file: { result: "missing" } },
    });
    await callSandbox("/sandbox/published", "DELETE");
    await publishProof({ kind: "txt", at: dns.name, text: value });
    await publishProof({ kind: "file", at: file.url, text: `You asked for: ${value}` });
    await orderFault("dns", "alias");
    expect(await raiseDomainObjection()).toMatchObject({
      listed: false,
      proof: { dns: { result: "missing" }, file: { result: "missing" } },
    });
    // A site without the file answers with a page.
    expect(await requestProof(SITE).then(() => raiseDomainObjection(SITE))).toMatchObject({
      proof: { file: { result: "missing" } },
    });
  });

  it.each(["500", "429", "403", "garbage", "cut", "drop", "servfail"])(
    "stays pending when the resolver answers with %s, reports it, and can still use the file",
    async (kind) => {
      const { value, dns, file } = await requestProof();
      await publishProof({ kind: "txt", at: dns.name, text: value });
      await orderFault("dns", kind);
      expect(await raiseDomainObjection()).toMatchObject({
        listed: false,
        waits_for: "proof",
        proof: { dns: { result: "failed" } },
      });
      await publishProof({ kind: "file", at: file.url, text: value });
      expect(await raiseDomainObjection()).toMatchObject({ listed: true });
    },
  );

  it("learns within seconds that neither the resolver nor the site answers", async () => {
    await requestProof();
    await orderFault("dns", "hang");
    await orderFault("site", "hang");
    const began = Date.now();
    expect(await raiseDomainObjection()).toMatchObject({
      listed: false,
      waits_for: "proof",
      proof: { dns: { result: "failed" }, file: { result: "failed" } },
    });
    expect(Date.now() - began).toBeLessThan(9_000);
    expect(await listObjections()).toMatchObject([{ status: "pending" }]);
  });

  it.each(["", "not a url", "http://dns.example/dns-query"])(
    "stays pending without a resolver (%j): a record proves nothing, and the page does not offer it",
    async (setting) => {
      const { value, dns } = await requestProof();
      await publishProof({ kind: "txt", at: dns.name, text: value });
      expect(readConfig({ DNS_RESOLVER_URL: setting }).dnsResolverUrl).toBeUndefined();
      expect(await raiseWithSettings({ DNS_RESOLVER_URL: setting })).toMatchObject({
        listed: false,
        waits_for: "proof",
        proof: { dns: { result: "off" } },
      });
      expect(await raiseWithSettings({ DNS_RESOLVER_URL: setting, CONTACT_URL: "" })).toEqual({
        entry: DOMAIN,
        listed: false,
        waits_for: "operator",
        proof: null,
      });
    },
  );

  it("does not hold by an old proof once the operator has lifted it, only by a new one", async () => {
    const old = await requestProof();
    await publishProof({ kind: "txt", at: old.dns.name, text: old.value });
    expect(await raiseDomainObjection()).toMatchObject({ listed: true });
    await sharedDatabase.update(objections).set({ status: "lifted" });
    const fresh = await requestProof();
    expect(fresh.value).not.toBe(old.value);
    expect(await raiseDomainObjection()).toMatchObject({
      listed: false,
      waits_for: "proof",
      proof: { value: fresh.value, dns: { result: "missing" } },
    });
    expect(await listObjections()).toMatchObject([{ status: "waiting", proof: "" }]);
    await publishProof({ kind: "txt", at: fresh.dns.name, text: fresh.value });
    expect(await raiseDomainObjection()).toMatchObject({ listed: true });
  });

  it("holds for the real owner after a flood by others", async () => {
    for (let n = 0; n < LIMITS.objectionsPerNetwork; n += 1)
      await raiseDomainObjection(`rh@big-${n}.example`, "2001:db8:77::1");
    await raiseDomainObjection(DOMAIN, "2001:db8:77::1");
    const { value, dns } = await requestProof();
    await publishProof({ kind: "txt", at: dns.name, text: value });
    expect(await raiseDomainObjection(DOMAIN, "2001:db8:77::1")).toMatchObject({
      listed: false,
      waits_for: "hour",
      proof: { dns: { result: "found" } },
    });
    expect(await listObjections()).toMatchObject([{ status: "pending", proof: "dns" }]);
    const before = await listObjections();
    expect(await raiseDomainObjection()).toMatchObject({ listed: true });
    expect((await listObjections())[0]?.network).not.toBe(before[0]?.network);
  });

  it("can prove an entry from before proofs existed", async () => {
    await sharedDatabase
      .insert(objections)
      .values({ entry: DOMAIN, status: "waiting", reason: "", network: "", createdAt: "2026-01-01T00:00:00.000Z" });
    expect((await requestProof()).value).toMatch(/=[\w-]{43}$/u);
  });

  it("is verified a limited number of times per hour and network, then gets a retry time", async () => {
    await requestProof();
    for (let n = 0; n < LIMITS.proofChecksPerNetwork; n += 1)
      expect(await raiseDomainObjection()).toMatchObject({ proof: { file: { result: "failed" } } });
    expect(await raiseDomainObjection()).toMatchObject({
      listed: false,
      waits_for: "proof",
      proof: { dns: { result: "postponed" }, file: { result: "postponed" } },
    });
    expect(await raiseDomainObjection(DOMAIN, "198.51.100.7")).toMatchObject({ proof: { dns: { result: "missing" } } });
  });
});

describe("a resolver", () => {
  const resolverAnswering = (body: BodyInit, init?: ResponseInit) =>
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
    await expect(resolverAnswering(body, init).readTexts("a.example")).rejects.toMatchObject({
      name: "OutsideError",
      service: "dns",
      failure,
    });
  });

  it("joins the pieces of a long text, and leaves records of other kinds out", async () => {
    const long = "x".repeat(300);
    await publishProof({ kind: "txt", at: "long.example", text: long });
    const resolver = createDnsResolver({
      url: "https://cloudflare-dns.com/dns-query",
      fetch: (input, init) => env.SANDBOX.fetch(input, init),
    });
    expect(await resolver.readTexts("long.example")).toEqual([long]);
    expect(await resolver.readTexts("nobody.example")).toEqual([]);
  });

  it("is aborted when the caller has gone", async () => {
    const gone = AbortSignal.abort();
    await expect(resolverAnswering("{}").readTexts("a.example", gone)).rejects.toBeInstanceOf(ExternalServiceError);
    await expect(resolverAnswering("{}").readTexts("a.example", gone)).rejects.toMatchObject({ failure: "aborted" });
  });
});
