import { findCvLanguage } from "../account/cv/cv-language";
import { toRecordedApplication } from "../companies/company-dto";
import type { CompanyRow } from "../companies/rules-recipient";
import type { Deps } from "../compose";
import type { BulkPreview, MailPreview } from "../contract/mail";
import type { Candidate } from "../messages/store-candidate";
import {
  buildMime,
  computeFingerprint,
  describeSenderAndCv,
  makeMessageId,
  parseMime,
  type SenderAndCv,
  toCvAttachment,
  toEmailContent,
  toMailContent,
} from "./compose-email";
import { mayBeWritten } from "./follow-ups/rules-follow-up";
import { checkBeforeSend } from "./send/check-letter-before-send";
import { findSharedBlocks } from "./send/courtesy";
import {
  findLetterLanguage,
  findUnconfirmableSendError,
  isCvInOtherLanguage,
  toSendApiError,
} from "./send/rules-send-refusal";
import { findContactedCompany } from "./send/store-mail-conditions";
import type { SendContext, Sender } from "./send/store-send-context";

type PreviewPorts = Pick<Deps, "sharedDb" | "files" | "now" | "config">;

/**
 * The e-mail that a send would send: composed, and read back from its MIME message. Only the bytes of the CV are left
 * out; a preview shows their size.
 * @throws ApiError that of a send when no confirmation overrides it, except the do-not-contact list, which is shown
 */
export async function previewEmail(
  companyId: string,
  { sender, sendStates, toSendCheckInput, findProfile }: SendContext,
  { db, files, ...ports }: PreviewPorts & Pick<Deps, "db">,
): Promise<MailPreview> {
  const state = sendStates.get(companyId);
  const reason = findUnconfirmableSendError(state);
  // A follow-up is read before its time has come.
  const isShown = reason === null || (state?.followUpBlock === reason && mayBeWritten(state.followUpBlock));
  if (!isShown || !state) throw toSendApiError({ reason: reason ?? "not_found" });
  if (sender?.mailbox?.tokens === null) throw toSendApiError({ reason: "gmail_disconnected" });
  const { profile, senderAndCv } = await requireSenderAndCv(sender, findProfile(state.company.profileId), files);
  const content = toMailContent(state, senderAndCv);
  const frame = await buildMime(content, await makeMessageId("", content.from.address), ports.now());
  const { waits, undeliverable, objected, pending } = await findSharedBlocks([state.company], ports);
  return {
    ...(await parseMime(frame, content)),
    fingerprint: await computeFingerprint(content),
    review: checkBeforeSend(toSendCheckInput(state)),
    do_not_contact: state.blocked || objected.has(companyId),
    already_contacted: state.contacted,
    contacted_company: state.contacted
      ? await findContactedCompany(db, { userId: state.company.userId, companyId, to: content.to })
      : null,
    applied: state.step === 0 ? toRecordedApplication(state.company) : null,
    objection_pending: pending.has(companyId),
    cv_language: isCvInOtherLanguage(state),
    free_at: waits.get(companyId) ?? null,
    undeliverable: undeliverable.has(companyId),
    letter_language: findLetterLanguage(state.company),
    profile: toMailProfile(profile),
    in_thread: content.thread && content.thread.gmailId !== null,
  };
}

/**
 * What a batch would send, by the fingerprint of each e-mail, and what it would leave for a review. Nothing is composed
 * and no CV's file is read.
 * @throws ApiError when the mailbox or a CV is missing
 */
export async function previewBatch(
  { sender, sendStates, toSendCheckInput, profiles, findProfile }: SendContext,
  { files, ...ports }: PreviewPorts,
): Promise<BulkPreview> {
  const states = [...sendStates.values()];
  const companies = states.map(({ company }) => company);
  const used = new Set(companies.map(({ profileId }) => findProfile(profileId)));
  const mails = await Promise.all(
    (used.size > 0 ? profiles.filter((profile) => used.has(profile)) : [findProfile(null)]).map(async (profile) => ({
      ...(await requireSenderAndCv(sender, profile, files)),
      companies: companies.filter(({ profileId }) => findProfile(profileId) === profile),
    })),
  );
  const fingerprints = await Promise.all(
    mails.flatMap(({ senderAndCv, companies: ofProfile }) =>
      ofProfile.map(
        async (company) => [company.id, await computeFingerprint(toEmailContent(company, senderAndCv))] as const,
      ),
    ),
  );
  const previews = mails.map(({ profile, senderAndCv, companies: ofProfile }) => ({
    ...toMailProfile(profile),
    attachment: toFirstAttachment(senderAndCv, ofProfile),
    company_ids: ofProfile.map(({ id }) => id),
  }));
  const { waits, undeliverable } = await findSharedBlocks(companies, ports);
  return {
    from: mails[0]?.senderAndCv.from ?? { name: "", address: "" },
    attachment: previews[0]?.attachment ?? null,
    letters: sender?.attachLetter ?? false,
    profiles: previews,
    fingerprints: Object.fromEntries(fingerprints),
    // The mark of a message is of the sources at that time; these are those of now.
    needs_review: states
      .filter((state) => state.company.message !== "" && checkBeforeSend(toSendCheckInput(state)).length > 0)
      .map(({ company }) => company.id),
    cv_language: states.filter((state) => isCvInOtherLanguage(state)).map(({ company }) => company.id),
    free_at: Object.fromEntries(waits),
    undeliverable: [...undeliverable],
  };
}

/** The CV as the first mail names it: letters in several languages name it differently. */
function toFirstAttachment(
  senderAndCv: SenderAndCv,
  [first]: readonly CompanyRow[],
): BulkPreview["profiles"][number]["attachment"] {
  const attachment = toCvAttachment(senderAndCv, first?.language ?? senderAndCv.owner.language);
  return attachment && { name: attachment.name, size: attachment.size, type: attachment.type };
}

const toMailProfile = (profile: Candidate): MailPreview["profile"] => ({
  id: profile.profileId,
  name: profile.profileName,
  language: findCvLanguage(profile),
});

/** @throws ApiError when the mailbox or the CV of the profile is missing */
async function requireSenderAndCv(
  sender: Sender | undefined,
  profile: Candidate | undefined,
  files: Deps["files"],
): Promise<{ profile: Candidate; senderAndCv: SenderAndCv }> {
  if (!sender?.mailbox || !profile) throw toSendApiError({ reason: "gmail_disconnected", code: "gmail_required" });
  const senderAndCv = await describeSenderAndCv(sender, profile.cvPath, sender.mailbox, files);
  if ("reason" in senderAndCv) throw toSendApiError(senderAndCv);
  return { profile, senderAndCv };
}
