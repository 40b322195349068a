import { type DirectoryAnswer, type DirectoryCompany, OutsideError } from "../ports";
import { identityOf } from "./rules";

export interface Gathered {
  companies: DirectoryCompany[];
  /** Why there may be more than these, once each. */
  incomplete: Set<NonNullable<DirectoryAnswer["incomplete"]>>;
  /** What the directories that gave no answer said. */
  failures: OutsideError[];
}

/** Asks several directories at the same time and gathers what they say; the order is that of their worth. One that fails is noted and holds nobody up. */
export async function askAll(asks: (() => Promise<DirectoryAnswer>)[]): Promise<Gathered> {
  const failures: OutsideError[] = [];
  const answers = await Promise.all(asks.map((ask) => ask().catch((error: unknown) => {
    if (!(error instanceof OutsideError)) throw error;
    failures.push(error);
    return { companies: [], incomplete: null };
  })));
  return {
    companies: merged(answers.map(({ companies }) => companies)),
    incomplete: new Set(answers.map(({ incomplete }) => incomplete).filter((why) => why !== null)),
    failures,
  };
}

/** One list of several: a company that an earlier directory has is left out of the later. Within one directory nothing is left out. */
function merged(lists: DirectoryCompany[][]): DirectoryCompany[] {
  const known = new Set<string>();
  return lists.flatMap((list) => {
    const fresh = list.map((company) => ({ company, identity: identityOf(company) })).filter(({ identity }) => identity === null || !known.has(identity));
    for (const { identity } of fresh) if (identity !== null) known.add(identity);
    return fresh.map(({ company }) => company);
  });
}
