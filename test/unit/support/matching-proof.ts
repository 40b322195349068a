import fc from "fast-check";
import { readForwardedMail } from "../../../worker/applications/inbox/forwarded-mail";
import { matchAnswer } from "../../../worker/applications/inbox/match-mail";
import { parseMail } from "../../../worker/applications/inbox/read-mail";
import { applicationStory, type ApplicationStory } from "./application-stories";

async function findCompany({ mailbox, applications, raw }: ApplicationStory): Promise<string | null> {
  const mail = await parseMail(new TextEncoder().encode(raw));
  if (!mail) throw new Error("the mail of a story cannot be read");
  const inner = mail.from === mailbox ? readForwardedMail(mail) : null;
  const traces = inner ? { ...inner, inReplyTo: [] } : mail;
  return matchAnswer(traces, applications, [mailbox])?.companyId ?? null;
}

/**
 * Tells the matcher stories.
 * @returns how many answers there were, how many found their company, and the mails that found another one
 */
export async function checkStories(
  stories: number,
  seed: number,
): Promise<{ answers: number; found: number; wrong: string[] }> {
  const told = await Promise.all(
    fc
      .sample(applicationStory, { numRuns: stories, seed })
      .map(async (story) => ({ ...story, match: await findCompany(story) })),
  );
  return {
    answers: told.filter(({ companyId }) => companyId !== null).length,
    found: told.filter(({ companyId, match }) => companyId !== null && match === companyId).length,
    wrong: told
      .filter(({ companyId, match }) => match !== null && match !== companyId)
      .map(({ kind, raw }) => `${kind}\n${raw}`),
  };
}
