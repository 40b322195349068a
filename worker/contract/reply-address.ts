// The address that a company answers to, where the user wants it: their own with a tag, which tells the company. Gmail
// delivers what follows a plus sign to the same mailbox, for gmail.com and for domains of Google Workspace.

const MAX_LOCAL_LENGTH = 64;
/** Random enough, and short enough for an address. */
const TAG_LENGTH = 12;

/** Part of the company's random id, which nobody but the recipient gets to know. */
export const toReplyTag = (companyId: string): string =>
  `c${companyId.replaceAll("-", "").slice(0, TAG_LENGTH).toLowerCase()}`;

/** @returns null for an address that has a tag already, or no room for one */
export function toReplyAddress(from: string, companyId: string): string | null {
  const at = from.lastIndexOf("@");
  const local = `${from.slice(0, at)}+${toReplyTag(companyId)}`;
  return from.slice(0, at).includes("+") || local.length > MAX_LOCAL_LENGTH ? null : `${local}${from.slice(at)}`;
}
