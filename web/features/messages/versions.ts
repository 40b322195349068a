/** The text of a message as it is edited. */
export interface Draft {
  subject: string;
  message: string;
}

/** All versions seen since the editor opened, and which of them is shown. */
export interface Versions {
  readonly drafts: readonly [Draft, ...Draft[]];
  readonly at: number;
  /** The version shown is still being typed: the next key changes it instead of adding another. */
  readonly typing: boolean;
}

/** Older versions are let go beyond this many. */
const KEPT = 100;

const same = (a: Draft, b: Draft): boolean => a.subject === b.subject && a.message === b.message;

export const firstVersion = (draft: Draft): Versions => ({ drafts: [draft], at: 0, typing: false });

/** The draft shown. */
export const shown = ({ drafts, at }: Versions): Draft => drafts[at] ?? drafts[0];

/** A whole new version, such as a text written anew; what was undone before it is let go. */
export function addVersion(versions: Versions, draft: Draft): Versions {
  if (same(shown(versions), draft)) return { ...versions, typing: false };
  return { ...cut(versions, draft), typing: false };
}

/** A key pressed: a run of typing counts as one version. */
export function typeVersion(versions: Versions, draft: Draft): Versions {
  if (same(shown(versions), draft)) return versions;
  if (!versions.typing || versions.at !== versions.drafts.length - 1) return { ...cut(versions, draft), typing: true };
  const [first, ...rest] = versions.drafts;
  return { ...versions, drafts: [first, ...rest.slice(0, -1), draft] };
}

/** Ends a run of typing, as when the field is left. */
export const settleVersion = (versions: Versions): Versions =>
  versions.typing ? { ...versions, typing: false } : versions;

export const canUndo = ({ at }: Versions): boolean => at > 0;
export const canRedo = ({ drafts, at }: Versions): boolean => at < drafts.length - 1;
export const undo = (versions: Versions): Versions =>
  canUndo(versions) ? { ...versions, at: versions.at - 1, typing: false } : versions;
export const redo = (versions: Versions): Versions =>
  canRedo(versions) ? { ...versions, at: versions.at + 1, typing: false } : versions;

function cut({ drafts, at }: Versions, draft: Draft): Pick<Versions, "drafts" | "at"> {
  const [first = draft, ...rest] = [...drafts.slice(0, at + 1), draft].slice(-KEPT);
  return { drafts: [first, ...rest], at: rest.length };
}
