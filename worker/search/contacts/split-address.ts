import type { Attributes } from "./tokens";

const DOMAIN = /(?:^|[-_])(?:domain|domaine|host|hostname|server|maildomain|d|dom|part-?2|second|right|after|suffix)$/;
const LOCAL = /(?:^|[-_])(?:user|username|name|nom|local|localpart|u|login|mailbox|account|mail|email|box|id|prefix|part-?1|first|left|before|to|recipient|contact|alias)$/;
const ENDING = /(?:^|[-_])(?:tld|ext|t|ending|suffix|part-?3|third|zone)$/;
/** Names and values that tell a builder's pages apart, not mailboxes. */
const KEY = /(?:^|[-_])(?:page|site|id|key|hash|item|post|section|lang|locale|version|theme|widget|component)$/;
const NUMBER = /^(?:[\da-f]{6,}|\d+)$/i;
const LOCAL_WORD = /^[a-z0-9][a-z0-9._+-]{0,50}$/i;

type Named = readonly { name: string; value: string }[];

/** data-user="info" data-domain="firm.fr": an address kept apart until a script joins it. */
export function splitAddress({ names, values }: Attributes, site: string): string | undefined {
  let pieces: { name: string; value: string }[] | undefined;
  for (let index = 0; index < names.length; index++) {
    const name = names[index] ?? "";
    const value = values[index] ?? "";
    if (name.startsWith("data-") && value !== "" && value.length <= 200) (pieces ??= []).push({ name: name.slice(5).toLowerCase(), value });
  }
  return pieces && pieces.length > 1 ? joinedAddress(pieces, site) : undefined;
}

/** The address that named pieces make together, told by their names or, for the site's own domain, by their values. */
export function joinedAddress(pieces: Named, site: string): string | undefined {
  const domain = pieces.find(({ name, value }) => isDomainOf(value, site) || (DOMAIN.test(name) && /^@?[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*$/u.test(value)));
  if (!domain) return undefined;
  const own = isDomainOf(domain.value, site);
  const host = own ? site : domain.value.replace(/^@/, "");
  const others = pieces.filter((piece) => piece !== domain && LOCAL_WORD.test(piece.value) && !piece.value.includes("@"));
  const ending = host.includes(".") ? undefined : others.find(({ name, value }) => ENDING.test(name) && /^\.?[a-z]{2,12}(?:\.[a-z]{2})?$/i.test(value));
  if (!host.includes(".") && !ending) return undefined;
  const left = others.filter((piece) => piece !== ending);
  const local = left.find(({ name }) => LOCAL.test(name)) ?? (own && left.length === 1 && left[0] && !KEY.test(left[0].name) && !NUMBER.test(left[0].value) ? left[0] : undefined);
  return local ? `${local.value}@${host}${ending ? `.${ending.value.replace(/^\./, "")}` : ""}` : undefined;
}

function isDomainOf(value: string, site: string): boolean {
  return site !== "" && value.toLowerCase().replace(/^@?(?:www\.)?/, "") === site;
}
