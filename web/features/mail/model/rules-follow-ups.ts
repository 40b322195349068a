import type { FollowUp } from "../../../../worker/contract/follow-ups";

/** Companies whose follow-up waits in the outbox. */
type Queued = Pick<ReadonlySet<string>, "has">;

export const isWritten = ({ message }: Pick<FollowUp, "message">): boolean => message.trim() !== "";

/** Its company, as a company's name is formatted. */
export const toFollowUpName = ({ company_name: name, website }: Pick<FollowUp, "company_name" | "website">) => ({
  name,
  website,
});

/** What can be done with those that were chosen: the ones to write, and the ones to read and approve. */
export function splitChosen(
  followUps: readonly FollowUp[],
  chosen: ReadonlySet<string>,
  queued: Queued,
): { toWrite: FollowUp[]; toRead: FollowUp[] } {
  const open = followUps.filter(({ company_id: id }) => chosen.has(id) && !queued.has(id));
  return { toWrite: open.filter((each) => !isWritten(each)), toRead: open.filter(isWritten) };
}

/** The next of those that are read one after the other and not queued yet: after this one, else before it. */
export function findNextToRead(ids: readonly string[], queued: Queued, id: string): string | undefined {
  const at = ids.indexOf(id);
  const isOpen = (each: string) => each !== id && !queued.has(each);
  return ids.slice(at + 1).find(isOpen) ?? ids.slice(0, Math.max(0, at)).find(isOpen);
}
