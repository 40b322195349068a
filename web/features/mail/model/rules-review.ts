import type { Company } from "../../../../worker/contract/companies";
import type { MailPreview } from "../../../../worker/contract/mail";
import type { Outbox } from "../../../../worker/contract/outbox";
import { isOpen } from "./rules-outbox";

/**
 * The companies whose application waits in the outbox, or has left it since: the list of companies says so later.
 * @param seen those that waited at some time of this review; one that left before may have come back
 */
export const listOnTheirWay = (
  outbox: Pick<Outbox, "mails"> | undefined,
  seen: ReadonlySet<string>,
): ReadonlySet<string> =>
  new Set(
    outbox?.mails
      .filter((mail) => mail.step === 0 && (isOpen(mail) || (mail.status === "sent" && seen.has(mail.company_id))))
      .map(({ company_id: id }) => id),
  );

type Reviewed = Pick<Company, "id" | "email_sent" | "message_read">;

/** The letters of a review that were not sent, in their order. */
export const listUnsent = <Letter extends Reviewed>(letters: readonly Letter[], sent: ReadonlySet<string>): Letter[] =>
  letters.filter(({ id, email_sent: isSent }) => !isSent && !sent.has(id));

/** Those that the end of a review proposes to send in one go: read, and not just kept from being sent. */
export const listProposed = <Letter extends Reviewed>(
  unsent: readonly Letter[],
  undone: ReadonlySet<string>,
): Letter[] => unsent.filter(({ id, message_read: isRead }) => isRead && !undone.has(id));

/**
 * How many letters of a review were sent, and are left to send and to read.
 * @param skipped those that are not to be sent now
 */
export function countReview(
  companies: readonly Reviewed[],
  sent: ReadonlySet<string>,
  skipped: ReadonlySet<string>,
): { sent: number; unsent: number; unread: number } {
  const unsent = listUnsent(companies, sent);
  const open = unsent.filter(({ id }) => !skipped.has(id));
  return {
    sent: companies.length - unsent.length,
    unsent: open.length,
    unread: open.filter(({ message_read: isRead }) => !isRead).length,
  };
}

/**
 * The next letter that was not sent: after this one, else before it. The number of letters when all were.
 * @param sent those that were left out, too
 */
export function findNextUnsent(companies: readonly Reviewed[], sent: ReadonlySet<string>, at: number): number {
  const isUnsent = ({ id, email_sent: isSent }: Reviewed) => !isSent && !sent.has(id);
  const later = companies.findIndex((company, position) => position > at && isUnsent(company));
  if (later !== -1) return later;
  const earlier = companies.findIndex(isUnsent);
  return earlier === -1 ? companies.length : earlier;
}

/** The languages of a letter and its CV that the user agreed to, each with the company at which they did. */
export type AgreedLanguages = ReadonlyMap<string, string>;

/** The languages of a letter and its CV, where these differ; null where nothing is asked. */
export const findDifferingLanguages = ({
  cv_language: isOther,
  letter_language: letter,
  profile,
}: Pick<MailPreview, "cv_language" | "letter_language"> & { profile: Pick<MailPreview["profile"], "language"> }):
  | string
  | null => (isOther ? `${letter} ${profile.language}` : null);

/** What was agreed to after an answer at a company: it holds for all letters with the same languages. */
export function answerLanguages(before: AgreedLanguages, languages: string, companyId: string, yes: boolean) {
  const others = [...before].filter(([each]) => each !== languages);
  return new Map(yes ? [...others, [languages, companyId]] : others);
}
