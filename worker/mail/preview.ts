import type { Preview } from "../contract/mail";
import type { Deps } from "../deps";
import { reviewOf } from "../messages/rules-review";
import { compose, readBack } from "./compose";
import { fingerprintOf } from "./letter";
import { letterTo, openPapers } from "./papers";
import { blockOf, refusalOf } from "./rules";
import type { Desk } from "./store-desk";

/**
 * The mail that a send would send: really composed, and read back out of its MIME.
 * @throws Refusal the one a send would give for what no confirmation helps with, save the do-not-contact list, which is shown
 */
export async function previewOf(companyId: string, { sender, facts, reviewFacts }: Desk, { files, now }: Pick<Deps, "files" | "now">): Promise<Preview> {
  const known = facts.get(companyId);
  const reason = blockOf(known);
  if (reason || !known) throw refusalOf({ reason: reason ?? "not_found" });
  if (!sender?.mailbox) throw refusalOf({ reason: "gmail_disconnected", code: "gmail_required" });
  if (sender.mailbox.tokens === null) throw refusalOf({ reason: "gmail_disconnected" });
  const papers = await openPapers(sender, sender.mailbox, files);
  if ("reason" in papers) throw refusalOf(papers);
  const letter = letterTo(known.company, papers);
  return {
    ...await readBack(await compose(letter, now())),
    fingerprint: await fingerprintOf(letter),
    review: reviewOf(reviewFacts(known.company)),
    do_not_contact: known.blocked,
    already_contacted: known.contacted,
    objection_pending: known.objectionPending,
  };
}
