import type { BulkPreview, Preview } from "../contract/mail";
import type { Deps } from "../deps";
import { reviewOf } from "../messages/rules-review";
import { compose, makeMessageId, readBack } from "./compose";
import { fingerprintOf } from "./letter";
import { describePapers, letterTo, type Papers } from "./papers";
import { blockOf, type Facts, refusalOf } from "./rules";
import type { Desk, Sender } from "./store-desk";

/**
 * The mail that a send would send: really composed, and read back out of its MIME. Only the content of the CV is left out,
 * of which a preview shows the size.
 * @throws ApiError the one a send would give for what no confirmation helps with, save the do-not-contact list, which is shown
 */
export async function previewOf(
  companyId: string,
  { sender, facts, reviewFacts }: Desk,
  { files, now }: Pick<Deps, "files" | "now">,
): Promise<Preview> {
  const known = facts.get(companyId);
  const reason = blockOf(known);
  if (reason || !known) throw refusalOf({ reason: reason ?? "not_found" });
  if (sender?.mailbox?.tokens === null) throw refusalOf({ reason: "gmail_disconnected" });
  const papers = await papersOrRefusal(sender, files);
  const letter = letterTo(known.company, papers);
  const frame = await compose(letter, await makeMessageId("", letter.from.address), now());
  return {
    ...(await readBack(frame, letter.attachment?.size ?? 0)),
    fingerprint: await fingerprintOf(letter),
    review: reviewOf(reviewFacts(known.company)),
    do_not_contact: known.blocked,
    already_contacted: known.contacted,
    objection_pending: known.objectionPending,
  };
}

/** Who writes, and to whom. */
interface BatchFacts {
  sender: Sender | undefined;
  facts: readonly Facts[];
}

/**
 * What a batch would send, by the fingerprint of each mail. Nothing is composed and the CV is not read.
 * @throws ApiError for what is missing to all of them: a linked mailbox, the CV
 */
export async function previewBatch(
  { sender, facts }: BatchFacts,
  { files }: Pick<Deps, "files">,
): Promise<BulkPreview> {
  const papers = await papersOrRefusal(sender, files);
  const { from, attachment } = papers;
  const made = await Promise.all(
    facts.map(async ({ company }) => [company.id, await fingerprintOf(letterTo(company, papers))]),
  );
  const shown = attachment && { name: attachment.name, size: attachment.size, type: attachment.type };
  return { from, attachment: shown, fingerprints: Object.fromEntries(made) as Record<string, string> };
}

async function papersOrRefusal(sender: Sender | undefined, files: Deps["files"]): Promise<Papers> {
  if (!sender?.mailbox) throw refusalOf({ reason: "gmail_disconnected", code: "gmail_required" });
  const papers = await describePapers(sender, sender.mailbox, files);
  if ("reason" in papers) throw refusalOf(papers);
  return papers;
}
