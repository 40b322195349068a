import { describe, expect, test } from "vitest";
import { checkAddress } from "../../worker/adapters/address-rules";

describe("addresses that may be opened", () => {
  test.each([
    ["https://www.atelier-nord.fr/contact", "https://www.atelier-nord.fr/contact"],
    ["http://atelier-nord.fr", "http://atelier-nord.fr/"],
    ["HTTPS://WWW.Atelier-Nord.FR:443/x", "https://www.atelier-nord.fr/x"],
    ["http://firm.co.uk:80/", "http://firm.co.uk/"],
    ["https://firm.de./x#top", "https://firm.de/x"],
    ["https://bücher.de/", "https://xn--bcher-kva.de/"],
    ["https://firm.wixsite.com/site", "https://firm.wixsite.com/site"],
    ["https://my_shop.firm.com/", "https://my_shop.firm.com/"],
    ["https://firm.fr/a@b", "https://firm.fr/a@b"],
    ["https://firm.fr/?u=http://127.0.0.1/", "https://firm.fr/?u=http://127.0.0.1/"],
    ["https://1und1.de/", "https://1und1.de/"],
    ["https://0x.org/", "https://0x.org/"],
    ["https://24-7-365.firm.de/", "https://24-7-365.firm.de/"],
    ["https://1-2-3-4.de/", "https://1-2-3-4.de/"],
    ["https://10-300-0-1.firm.de/", "https://10-300-0-1.firm.de/"],
    ["https://facade.firm.de/", "https://facade.firm.de/"],
    ["https://deadbeef.firm.de/", "https://deadbeef.firm.de/"],
  ])("%s", (address, href) => {
    const verdict = checkAddress(address, false);
    expect(verdict.ok && verdict.url.href).toBe(href);
  });

  test.each([
    ["http://127.0.0.1/", "ip_literal"], ["http://127.1/", "ip_literal"], ["http://2130706433/", "ip_literal"], ["http://0x7f000001/", "ip_literal"],
    ["http://0x7f.0.0.1/", "ip_literal"], ["http://0177.0.0.1/", "ip_literal"], ["http://017700000001/", "ip_literal"], ["http://127.0.0.1./", "ip_literal"],
    ["http://10.0.0.1/", "ip_literal"], ["http://169.254.169.254/latest/meta-data", "ip_literal"], ["http://8.8.8.8/", "ip_literal"], ["http://0/", "ip_literal"],
    ["http://[::1]/", "ip_literal"], ["http://[::ffff:127.0.0.1]/", "ip_literal"], ["http://[fd00::1]/", "ip_literal"], ["http://[::]/", "ip_literal"],
    ["http://１２７.０.０.１/", "ip_literal"], ["http://①②⑦.⓪.⓪.①/", "ip_literal"], ["http://127。0。0。1/", "ip_literal"], ["http://%31%32%37.0.0.1/", "ip_literal"],
    ["http://127%2e0%2e0%2e1/", "ip_literal"], ["http://0x7f.1/", "ip_literal"], ["http://00000177.0.0.1/", "ip_literal"],
    ["http://localhost/", "local_name"], ["http://localhost./", "local_name"], ["http://LOCALHOST/", "local_name"], ["http://ｌｏｃａｌｈｏｓｔ/", "local_name"],
    ["http://loc%61lhost/", "local_name"], ["http://lo\u00ADcalhost/", "local_name"], ["http://a.localhost/", "local_name"], ["http://intranet/", "local_name"], ["http://router/", "local_name"],
    ["http://printer.local/", "local_name"], ["http://db.internal/", "local_name"], ["http://metadata.google.internal/", "local_name"], ["http://nas.lan/", "local_name"],
    ["http://x.home.arpa/", "local_name"], ["http://x.localdomain/", "local_name"], ["http://x.onion/", "local_name"], ["http://x.invalid/", "local_name"], ["http://svc.cluster.local/", "local_name"],
    ["http://firm.corp/", "local_name"], ["http://1.0.0.127.in-addr.arpa/", "local_name"],
    ["http://firm.test/", "reserved_name"], ["http://firm.example/", "reserved_name"],
    ["http://127.0.0.1.nip.io/", "dns_trick"], ["http://app.localtest.me/", "dns_trick"], ["http://lvh.me/", "dns_trick"], ["http://10-0-0-1.sslip.io/", "dns_trick"],
    ["http://x.traefik.me/", "dns_trick"], ["http://x.localdev.me/", "dns_trick"], ["http://x.backname.io/", "dns_trick"], ["http://x.ipq.co/", "dns_trick"], ["http://x.dnsrebind.it/", "dns_trick"],
    ["http://127.0.0.1.unheard-of.com/", "dns_trick"], ["http://app-192-168-1-20.unheard-of.com/", "dns_trick"], ["http://7f000001.unheard-of.com/", "dns_trick"], ["http://a.c0a80001.7f000001.unheard-of.com/", "dns_trick"],
    ["http://www-8-8-8-8.unheard-of.com/", "dns_trick"],
    ["http://firm.nosuchending/", "unknown_ending"], ["http://co.uk/", "unknown_ending"], ["http://firm.fr.zzz/", "unknown_ending"],
    ["http://user@firm.fr/", "userinfo"], ["http://user:pw@firm.fr/", "userinfo"], ["http://@firm.fr/", "userinfo"], ["http://firm.fr@127.0.0.1/", "userinfo"], ["http:firm.fr@evil.fr", "userinfo"],
    ["http://firm.fr:8080/", "port"], ["https://firm.fr:22/", "port"], ["http://firm.fr:0/", "port"], ["http://firm.fr:443/", "port"], ["https://firm.fr:80/", "port"],
    ["ftp://firm.fr/", "scheme"], ["file:///etc/passwd", "scheme"], ["javascript:alert(1)", "scheme"], ["data:text/html,x", "scheme"], ["gopher://firm.fr/", "scheme"], ["blob:https://firm.fr/x", "scheme"], ["ws://firm.fr/", "scheme"],
    ["", "malformed"], ["firm.fr", "malformed"], ["//firm.fr/", "malformed"], ["http://", "malformed"], ["http://fi rm.fr/", "malformed"], ["http://firm.fr\n/", "malformed"], ["\thttp://firm.fr/", "malformed"],
    ["http://firm.fr\\@127.0.0.1/", "malformed"], ["http:\\\\127.0.0.1/", "malformed"], ["http://256.256.256.256/", "malformed"], ["http://firm..fr/", "malformed"], ["http://[::1/", "malformed"], [`http://firm.fr/${"a".repeat(3000)}`, "malformed"],
    ["http://firm.fr%00.evil.fr/", "malformed"], ["http://*.firm.fr/", "malformed"], ["http://-firm.fr/", "malformed"], ["http://_dmarc.firm.fr/", "malformed"], ["http://www.-firm.fr/", "malformed"], ["http://_.firm.fr/", "malformed"], [`http://${"a".repeat(64)}.fr/`, "malformed"],
  ])("not %s: %s", (address, reason) => {
    expect(checkAddress(address, false)).toEqual({ ok: false, reason });
  });

  test("reserved endings pass with the sandbox, local names never", () => {
    expect(checkAddress("https://firm.test/", true).ok).toBe(true);
    expect(checkAddress("https://www.firm.example/", true).ok).toBe(true);
    expect(checkAddress("http://localhost/", true)).toEqual({ ok: false, reason: "local_name" });
    expect(checkAddress("http://127.0.0.1/", true)).toEqual({ ok: false, reason: "ip_literal" });
    expect(checkAddress("http://firm.internal/", true)).toEqual({ ok: false, reason: "local_name" });
  });
});
