import { type CompanyRow, findMailAddress } from "../../companies/rules-recipient";
import type { Deps } from "../../compose";
import { toRegistrableDomain } from "../../contacts/site-key";
import { LIMITS } from "../../contract/limits";
import type { Confirmation } from "../../contract/mail";
import { hashWithSecret, sha256 } from "../../lib/hash";
import { logError } from "../../lib/log";
import type { SendFailure } from "../../platform/send-request";
import { isSharedDomain } from "../../suppression/objection-entry";
import { hashUndeliverable, toReportsSince } from "../../suppression/undeliverable-addresses";
import {
  type ApplicationKey,
  type CourtesyCap,
  deleteSlotsBefore,
  findSharedStates,
  returnSlot,
  takeSlot,
} from "./store-courtesy-slots";

// What all users share is in another database than a user's rows, so no transaction spans both. It is asked before a
// mail is claimed: a company gets few applications a week, of all users together, and nobody is written to who objects,
// or at an address from which the mails of others came back. What others have sent is never told.

const WEEK_MS = 7 * 86_400_000;
const HOUR_MS = 3_600_000;
/** Of the directory's sizes, those of 50 people or more. */
const LARGE_SIZES: ReadonlySet<string | null> = new Set(["50-249", "250+"]);
/** Domains with addresses of many independent schools, practices and offices. */
const OFFICE_DOMAIN = /^(?:ac-[a-z-]+\.fr|nhs\.net|notaires\.fr|mssante\.fr)$/u;

type Ports = Pick<Deps, "sharedDb" | "now" | "config">;
type Applicant = Pick<CompanyRow, "userId" | "id" | "size">;

/**
 * The company that gets a mail: the domain of the recipient, as the mail goes there whatever site stands beside it; the
 * address itself where many share the domain.
 */
export function toCourtesyKey(recipient: string): string {
  const domain = recipient.slice(recipient.lastIndexOf("@") + 1);
  const registrable = toRegistrableDomain(domain);
  const isShared = [domain, registrable].some((name) => isSharedDomain(name) || OFFICE_DOMAIN.test(name));
  return isShared ? recipient : registrable;
}

const countLimit = ({ size }: Pick<CompanyRow, "size">): number =>
  LARGE_SIZES.has(size) ? LIMITS.largeCompanyMailsPerWeek : LIMITS.companyMailsPerWeek;

const toCap = (company: Applicant, now: Date): CourtesyCap => ({
  limit: countLimit(company),
  since: new Date(now.getTime() - WEEK_MS).toISOString(),
});

async function hashApplication(company: Applicant, recipient: string, { config }: Ports): Promise<ApplicationKey> {
  const key = toCourtesyKey(recipient);
  const [companyHash, applicationHash] = await Promise.all([
    hashWithSecret(config.sessionSecret, `courtesy company ${key}`),
    hashWithSecret(config.sessionSecret, `courtesy application ${company.userId} ${company.id} ${key}`),
  ]);
  return { companyHash, applicationHash };
}

const hashAttempt = (mailId: string): Promise<string> => sha256(`courtesy attempt ${mailId}`);

/** When a slot ends, on the hour: the minute would tell when somebody else has written. */
const toFreeTime = (takenAt: string): string =>
  new Date(Math.ceil((Date.parse(takenAt) + WEEK_MS) / HOUR_MS) * HOUR_MS).toISOString();

/**
 * Takes the slot of a mail before it is claimed, and asks in the same statement for objections and reports.
 * @param mail its id in the sent log, and what the user confirmed
 * @returns null when it was taken, else why not
 */
export async function takeCourtesySlot(
  company: Applicant,
  mail: { id: string; recipient: string; confirm: readonly Confirmation[] },
  ports: Ports,
): Promise<SendFailure | null> {
  const now = ports.now();
  const { recipient } = mail;
  const application = await hashApplication(company, recipient, ports);
  const slot = { ...application, attemptHash: await hashAttempt(mail.id), takenAt: now.toISOString() };
  const address = {
    address: recipient,
    addressHash: await hashUndeliverable(recipient, ports),
    reportsSince: toReportsSince(now),
  };
  const isPendingConfirmed = mail.confirm.includes("objection_pending");
  const refusal = await takeSlot(ports.sharedDb, slot, toCap(company, now), address, isPendingConfirmed);
  if (refusal?.reason !== "courtesy_wait") return refusal;
  return { reason: "courtesy_wait", freeAt: toFreeTime(refusal.blockedSince) };
}

/** Gives the slot of a mail back that was certainly not sent. Should that fail, it ends with its week. */
export async function returnCourtesySlot(mailId: string, { sharedDb }: Pick<Ports, "sharedDb">): Promise<void> {
  await hashAttempt(mailId)
    .then((attempt) => returnSlot(sharedDb, attempt))
    .catch((error: unknown) => logError("courtesy_slot_not_returned", error));
}

/** What all users share, of some companies by id. */
export interface SharedBlocks {
  /** From when on a company may be written to that must be waited for. ISO 8601. */
  waits: ReadonlyMap<string, string>;
  /** Companies whose recipient is undeliverable. */
  undeliverable: ReadonlySet<string>;
  /** Companies whose recipient has an objection in effect. */
  objected: ReadonlySet<string>;
  /** Companies whose recipient has one that is not proven. */
  pending: ReadonlySet<string>;
}

/** The same for companies that are not sent to yet. Takes no slot. */
export async function findSharedBlocks(companies: readonly CompanyRow[], ports: Ports): Promise<SharedBlocks> {
  const now = ports.now();
  const keys = await Promise.all(
    companies.flatMap((company) => {
      const address = findMailAddress(company);
      return address === null ? [] : [toSharedKey(company, address, ports)];
    }),
  );
  const states = await findSharedStates(ports.sharedDb, keys, toReportsSince(now));
  const known = keys.flatMap(({ companyId }, index) => {
    const state = states[index];
    return state ? [{ companyId, ...state }] : [];
  });
  const pickIds = (isMeant: (state: (typeof known)[number]) => boolean) =>
    new Set(known.filter(isMeant).map(({ companyId }) => companyId));
  return {
    waits: new Map(
      known.flatMap(({ companyId, blockedSince }) =>
        blockedSince === null ? [] : [[companyId, toFreeTime(blockedSince)] as const],
      ),
    ),
    undeliverable: pickIds(({ isUndeliverable }) => isUndeliverable),
    objected: pickIds(({ objection }) => objection === "listed"),
    pending: pickIds(({ objection }) => objection === "pending"),
  };
}

const toSharedKey = async (company: CompanyRow, address: string, ports: Ports) => ({
  ...(await hashApplication(company, address, ports)),
  companyId: company.id,
  cap: toCap(company, ports.now()),
  address,
  addressHash: await hashUndeliverable(address, ports),
});

/** What keeps a company from being written to, but for the wait for a slot. */
export function findSharedReason(
  { objected, pending, undeliverable }: SharedBlocks,
  companyId: string,
  confirm: readonly Confirmation[],
) {
  if (objected.has(companyId)) return "do_not_contact";
  if (pending.has(companyId) && !confirm.includes("objection_pending")) return "objection_pending";
  return undeliverable.has(companyId) ? "undeliverable_address" : null;
}

/** What keeps a company from being written to, for one that takes no slot. */
export async function findSharedBlock(
  company: CompanyRow,
  confirm: readonly Confirmation[],
  ports: Ports,
): Promise<SendFailure | null> {
  const blocks = await findSharedBlocks([company], ports);
  const reason = findSharedReason(blocks, company.id, confirm);
  if (reason) return { reason };
  const freeAt = blocks.waits.get(company.id);
  return freeAt === undefined ? null : { reason: "courtesy_wait", freeAt };
}

/** Deletes slots that have ended. */
export async function deleteEndedCourtesySlots({ sharedDb, now }: Pick<Ports, "sharedDb" | "now">): Promise<void> {
  await deleteSlotsBefore(sharedDb, new Date(now().getTime() - WEEK_MS).toISOString());
}
