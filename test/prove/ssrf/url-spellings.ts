/*
 * Private addresses, in the spellings that browsers, resolvers and people use. The path does not matter: the canary
 * answers to any.
 */

const IPV4_ADDRESSES = [
  "127.0.0.1",
  "127.255.255.254",
  "0.0.0.0",
  "10.0.0.1",
  "172.16.0.1",
  "172.31.255.254",
  "192.168.1.1",
  "169.254.169.254",
  "100.100.100.200",
  "192.0.0.192",
];
const LOCAL_NAMES = [
  "localhost",
  "LOCALHOST",
  "localhost.",
  "localhost.localdomain",
  "a.localhost",
  "ip6-localhost",
  "ip6-loopback",
  "broadcasthost",
  "local",
  "printer.local",
  "router",
  "intranet",
  "intranet.corp",
  "wiki.corp",
  "nas.home",
  "nas.lan",
  "box.home.arpa",
  "metadata",
  "metadata.google.internal",
  "metadata.google.internal.",
  "metadata.goog.internal",
  "instance-data",
  "instance-data.ec2.internal",
  "db.internal",
  "api.internal.",
  "kubernetes",
  "kubernetes.default",
  "kubernetes.default.svc",
  "kubernetes.default.svc.cluster.local",
  "host.docker.internal",
  "gateway.docker.internal",
  "host.minikube.internal",
  "consul.service.consul",
  "mail",
  "server",
  "x.private",
  "x.invalid",
  "x.onion",
  "x.i2p",
  "x.alt",
  "1.0.0.127.in-addr.arpa",
  "xn--localhost",
  "localhost%2e",
  "lоcalhost",
  "ｌｏｃａｌｈｏｓｔ",
  "localhost\u00ad",
  "local\u200bhost",
  "ⓛⓞⓒⓐⓛⓗⓞⓢⓣ",
  "LoCaLhOsT.LoCaL",
];
const IPV6_ADDRESSES = [
  "[::1]",
  "[::]",
  "[0:0:0:0:0:0:0:1]",
  "[0000:0000:0000:0000:0000:0000:0000:0001]",
  "[::ffff:127.0.0.1]",
  "[::ffff:7f00:1]",
  "[::FFFF:7F00:0001]",
  "[0:0:0:0:0:ffff:127.0.0.1]",
  "[::127.0.0.1]",
  "[::7f00:1]",
  "[64:ff9b::127.0.0.1]",
  "[64:ff9b::7f00:1]",
  "[64:ff9b:1::7f00:1]",
  "[2002:7f00:1::]",
  "[2002:a00:1::1]",
  "[2001:0:7f00:1::]",
  "[fe80::1]",
  "[fe80::1%25eth0]",
  "[fe80::1%eth0]",
  "[fe80::1%251]",
  "[::1%25lo]",
  "[::1%lo]",
  "[fc00::1]",
  "[fd00::1]",
  "[fd12:3456:789a::1]",
  "[fd00:ec2::254]",
  "[ff02::1]",
  "[::ffff:169.254.169.254]",
  "[::ffff:a9fe:a9fe]",
  "[::ffff:10.0.0.1]",
  "[::ffff:192.168.1.1]",
  "[::ffff:0:127.0.0.1]",
  "[::ffff:0x7f.0.0.1]",
  "[100::1]",
  "[2001:db8::1]",
  "[::1].",
  "[::1",
  "::1",
  "[[::1]]",
  "[::1]]",
  "%5b::1%5d",
  "［::1］",
  "[0::1]",
  "[::0.0.0.1]",
  "[::00:1]",
  "[::1]%00",
];
const DIGIT_VARIANTS: readonly ((digit: number) => string)[] = [
  (digit) => String.fromCodePoint(0xff10 + digit),
  (digit) => String.fromCodePoint(0x1d7ce + digit),
  (digit) => String.fromCodePoint(0x1d7d8 + digit),
  (digit) => String.fromCodePoint(0x1d7f6 + digit),
  (digit) => (digit === 0 ? "\u24ea" : String.fromCodePoint(0x245f + digit)),
  (digit) =>
    digit === 0
      ? "\u2070"
      : digit === 1
        ? "\u00b9"
        : digit < 4
          ? String.fromCodePoint(0xb0 + digit)
          : String.fromCodePoint(0x2070 + digit),
  (digit) => String.fromCodePoint(0x2080 + digit),
  (digit) => `%3${digit}`,
  (digit) => String.fromCodePoint(0x660 + digit),
  (digit) => String.fromCodePoint(0x966 + digit),
];
const DOT_VARIANTS = [
  "\u3002",
  "\uff0e",
  "\uff61",
  "%2e",
  "%2E",
  "\u2024",
  "..",
  "%252e",
  "%00.",
  "\u200b.",
  "\u00ad.",
];

const splitIpv4 = (ip: string) => ip.split(".").map(Number) as [number, number, number, number];
const toHex = (value: number) => `0x${value.toString(16)}`;
const toOctal = (value: number) => `0${value.toString(8)}`;

/** The ways to write one address. */
function spellIpv4(ip: string): string[] {
  const [a, b, c, d] = splitIpv4(ip);
  const whole = ((a * 256 + b) * 256 + c) * 256 + d;
  return [
    ip,
    `${ip}.`,
    String(whole),
    toHex(whole),
    toHex(whole).toUpperCase().replace("0X", "0x"),
    `0X${whole.toString(16)}`,
    toOctal(whole),
    `0x${whole.toString(16).padStart(16, "0")}`,
    toOctal(whole).padStart(20, "0"),
    [a, b, c, d].map(toHex).join("."),
    [a, b, c, d].map(toOctal).join("."),
    [a, b, c, d].map((part) => String(part).padStart(4, "0")).join("."),
    `${toHex(a)}.${b}.${toOctal(c)}.${d}`,
    `${a}.${(b * 256 + c) * 256 + d}`,
    `${a}.${b}.${c * 256 + d}`,
    `${toHex(a)}.${toHex((b * 256 + c) * 256 + d)}`,
    `${toOctal(a)}.${toOctal(b)}.${toOctal(c * 256 + d)}`,
    String(whole + 2 ** 32),
    [a + 256, b, c, d].join("."),
  ];
}

const replaceDigits = (ip: string) =>
  DIGIT_VARIANTS.map((spell) => ip.replace(/\d/gu, (digit) => spell(Number(digit))));
const replaceDots = (ip: string) => DOT_VARIANTS.map((dot) => ip.replaceAll(".", dot));

/** URLs around a host. */
const listWrapped = (host: string): string[] => [
  `http://user@${host}/`,
  `http://user:password@${host}/`,
  `http://firm.fr@${host}/`,
  `http://firm.fr:80@${host}/`,
  `http://@${host}/`,
  `http://firm.fr%40${host}/`,
  `http://firm.fr\\@${host}/`,
  `http://${host}#@firm.fr/`,
  `http://${host}?@firm.fr/`,
  `http://${host}:80/`,
  `http://${host}:443/`,
  `http://${host}:8080/`,
  `http://${host}:22/`,
  `http://${host}:00080/`,
  `http://${host}:/`,
  `https://${host}/`,
  `HTTP://${host}/`,
  `http:/${host}/`,
  `http:${host}/`,
  `http:\\\\${host}\\`,
  `http:///${host}/`,
  `http://\t${host}/`,
  `ht\ntp://${host}/`,
  ` http://${host}/`,
  `//${host}/`,
  `///${host}/`,
  `\\\\${host}\\`,
  `/\\${host}/`,
  `http://${host}\\.firm.fr/`,
  `http://${host}%23.firm.fr/`,
  `http://${host}%2f.firm.fr/`,
  `http://${host}#.firm.fr/`,
  `ftp://${host}/`,
  `gopher://${host}:80/_GET`,
  `file://${host}/etc/passwd`,
  `ws://${host}/`,
  `view-source:http://${host}/`,
  `jar:http://${host}!/`,
  `blob:http://${host}/x`,
  `data:text/html,<meta http-equiv=refresh content=0;url=http://${host}/>`,
  `javascript:location='http://${host}/'`,
];
/** Names in the public DNS that resolve to private addresses. */
const OTHER_TRICKS = [
  "127.0.0.1.nip.io",
  "10-0-0-1.sslip.io",
  "7f000001.nip.io",
  "app.localtest.me",
  "lvh.me",
  "x.vcap.me",
  "localho.st",
  "fuf.me",
  "169.254.169.254.xip.io",
  "make-127-0-0-1-rr.1u.ms",
  "7f000001.a9fea9fe.rbndr.us",
];

/** Every spelling as an address, once; more than 300. */
export const URL_SPELLINGS: readonly string[] = [
  ...new Set([
    ...[
      ...IPV4_ADDRESSES.flatMap(spellIpv4),
      ...["127.0.0.1", "169.254.169.254"].flatMap((ip) => [...replaceDigits(ip), ...replaceDots(ip)]),
      ...IPV6_ADDRESSES,
      ...LOCAL_NAMES,
      ...OTHER_TRICKS,
    ].map((host) => `http://${host}/`),
    ...["127.0.0.1", "localhost", "[::1]"].flatMap(listWrapped),
  ]),
];
