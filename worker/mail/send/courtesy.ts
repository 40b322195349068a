import { type CompanyRow, findMailAddress } from "../../companies/rules-recipient";
import type { Deps } from "../../compose";
import { toRegistrableDomain } from "../../contacts/site-key";
import { LIMITS } from "../../contract/limits";
import { hashWithSecret, sha256 } from "../../lib/hash";
import { logError } from "../../lib/log";
import type { SendFailure } from "../../platform/send-request";
import { isSharedDomain } from "../../suppression/objection-entry";
import { hashUndeliverable, toReportsSince } from "../../suppression/undeliverable-addresses";
import {
  type ApplicationKey,
  type CourtesyCap,
  deleteSlotsBefore,
  findBlocks,
  returnSlot,
  takeSlot,
} from "./store-courtesy-slots";

// What all users share is asked before a mail is claimed: a company gets few applications a week, of all users
// together, and nobody is written to at an address from which the mails of others came back. What others have sent is
// never told.

const WEEK_MS = 7 * 86_400_000;
const HOUR_MS = 3_600_000;
/** Of the directory's sizes, those of 50 people or more. */
const LARGE_SIZES: ReadonlySet<string | null> = new Set(["50-249", "250+"]);
/** Domains with addresses of many independent schools, practices and offices. */
const OFFICE_DOMAIN = /^(?:ac-[a-z-]+\.fr|nhs\.net|notaires\.fr|mssante\.fr)$/u;

type Ports = Pick<Deps, "db" | "now" | "config">;
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
 * Takes the slot of a mail before it is claimed.
 * @param mailId its id in the sent log
 * @returns null when it was taken, else why not
 */
export async function takeCourtesySlot(
  company: Applicant,
  { id: mailId, recipient }: { id: string; recipient: string },
  ports: Ports,
): Promise<SendFailure | null> {
  const now = ports.now();
  const application = await hashApplication(company, recipient, ports);
  const slot = { ...application, attemptHash: await hashAttempt(mailId), takenAt: now.toISOString() };
  const address = { addressHash: await hashUndeliverable(recipient, ports), reportsSince: toReportsSince(now) };
  const block = await takeSlot(ports.db, slot, toCap(company, now), address);
  if (block === null) return null;
  return block === "undeliverable"
    ? { reason: "undeliverable_address" }
    : { reason: "courtesy_wait", freeAt: toFreeTime(block.blockedSince) };
}

/** Gives the slot of a mail back that was certainly not sent. Should that fail, it ends with its week. */
export async function returnCourtesySlot(mailId: string, { db }: Pick<Ports, "db">): Promise<void> {
  await hashAttempt(mailId)
    .then((attempt) => returnSlot(db, attempt))
    .catch((error: unknown) => logError("courtesy_slot_not_returned", error));
}

/** What all users share, of some companies by id. */
export interface SharedBlocks {
  /** From when on a company may be written to that must be waited for. ISO 8601. */
  waits: ReadonlyMap<string, string>;
  /** Companies whose recipient is undeliverable. */
  undeliverable: ReadonlySet<string>;
}

/** The same for companies that are not sent to yet. Takes no slot. */
export async function findSharedBlocks(companies: readonly CompanyRow[], ports: Ports): Promise<SharedBlocks> {
  const now = ports.now();
  const written = companies.flatMap((company) => {
    const recipient = findMailAddress(company);
    return recipient === null ? [] : [{ company, recipient }];
  });
  const keys = await Promise.all(
    written.map(async ({ company, recipient }) => ({
      ...(await hashApplication(company, recipient, ports)),
      cap: toCap(company, now),
      addressHash: await hashUndeliverable(recipient, ports),
    })),
  );
  const { blocks, undeliverable } = await findBlocks(ports.db, keys, toReportsSince(now));
  return {
    waits: new Map(
      written.flatMap(({ company }, index) => {
        const block = blocks[index] ?? null;
        return block === null ? [] : [[company.id, toFreeTime(block)] as const];
      }),
    ),
    undeliverable: new Set(
      written.flatMap(({ company }, index) => (undeliverable.has(keys[index]?.addressHash ?? "") ? [company.id] : [])),
    ),
  };
}

/** What keeps a company from being written to, for one that takes no slot. */
export async function findSharedBlock(company: CompanyRow, ports: Ports): Promise<SendFailure | null> {
  const { waits, undeliverable } = await findSharedBlocks([company], ports);
  if (undeliverable.has(company.id)) return { reason: "undeliverable_address" };
  const freeAt = waits.get(company.id);
  return freeAt === undefined ? null : { reason: "courtesy_wait", freeAt };
}

/** Deletes slots that have ended. */
export async function deleteEndedCourtesySlots({ db, now }: Pick<Ports, "db" | "now">): Promise<void> {
  await deleteSlotsBefore(db, new Date(now().getTime() - WEEK_MS).toISOString());
}
