/**
 * Parameters of RFC 3492 for domain names. The `punycode` package has the name of a deprecated Node module and
 * ships no types, so these 40 lines stay.
 */
const [BASE, T_MIN, T_MAX, SKEW, DAMP, INITIAL_CODE_POINT, INITIAL_BIAS] = [36, 1, 26, 38, 700, 128, 72];

const DIGITS = "abcdefghijklmnopqrstuvwxyz0123456789";

/** @returns the letters that a label encodes after its `xn--`; null for an invalid label */
function decodePunycode(label: string): string | null {
  const dash = label.lastIndexOf("-");
  const letters = dash > 0 ? Array.from(label.slice(0, dash), (char) => char.codePointAt(0) ?? 0) : [];
  let [code, bias, at] = [INITIAL_CODE_POINT, INITIAL_BIAS, 0];
  for (let read = dash + 1; read < label.length;) {
    const before = at;
    for (let weight = 1, place = BASE; ; place += BASE) {
      const digit = DIGITS.indexOf(label[read] ?? " ");
      if (digit < 0) return null;
      read += 1;
      at += digit * weight;
      const threshold = Math.min(Math.max(place - bias, T_MIN), T_MAX);
      if (digit < threshold) break;
      weight *= BASE - threshold;
    }
    const length = letters.length + 1;
    bias = adaptBias(at - before, length, before === 0);
    code += Math.floor(at / length);
    at %= length;
    if (code > 0x10_ff_ff) return null;
    letters.splice(at, 0, code);
    at += 1;
  }
  return String.fromCodePoint(...letters);
}

function adaptBias(delta: number, length: number, first: boolean): number {
  let left = Math.floor(delta / (first ? DAMP : 2));
  left += Math.floor(left / length);
  let places = 0;
  for (; left > ((BASE - T_MIN) * T_MAX) / 2; places += BASE) left = Math.floor(left / (BASE - T_MIN));
  return places + Math.floor(((BASE - T_MIN + 1) * left) / (left + SKEW));
}

/**
 * A domain or email address as people write it: `rh@müller.de` for `rh@xn--mller-kva.de`. Only Latin letters are
 * decoded: letters of other scripts can imitate them.
 */
export const toReadableDomain = (domain: string): string =>
  domain.replace(/(?<=^|[@.])xn--([a-z0-9-]+)/giu, (coded, label: string) => {
    const decoded = decodePunycode(label.toLowerCase());
    return decoded !== null && /^[\p{Script=Latin}0-9-]+$/u.test(decoded) ? decoded : coded;
  });

/** A site as people write it, of its URL: neither scheme nor `www.` nor a slash at its end. */
export const formatSite = ({ hostname, pathname }: { hostname: string; pathname: string }): string =>
  toReadableDomain(hostname.replace(/^www\./u, "")) + pathname.replace(/\/+$/u, "");
