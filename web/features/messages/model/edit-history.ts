/** The text of an edited message. */
export interface Draft {
  subject: string;
  message: string;
}

/** The versions kept before the editor opened and all since, and the one shown. */
export interface EditHistory {
  readonly drafts: readonly [Draft, ...Draft[]];
  readonly at: number;
  /** The shown version is still being typed: the next key changes it instead of adding another. */
  readonly typing: boolean;
}

/** Older versions are dropped beyond this number. */
const MAX_VERSIONS = 100;

export const isSameDraft = (a: Draft, b: Draft): boolean => a.subject === b.subject && a.message === b.message;

export const createHistory = (draft: Draft): EditHistory => ({ drafts: [draft], at: 0, typing: false });

/** The draft shown. */
export const getShownDraft = ({ drafts, at }: EditHistory): Draft => drafts[at] ?? drafts[0];

/** Adds a version, such as a rewritten text; versions after the shown one are dropped. */
export function addVersion(versions: EditHistory, draft: Draft): EditHistory {
  if (isSameDraft(getShownDraft(versions), draft)) return { ...versions, typing: false };
  return { ...appendVersion(versions, draft), typing: false };
}

/** Adds a text that was saved elsewhere one step before what is typed here, which stays on screen. */
export const addVersionBefore = (versions: EditHistory, draft: Draft): EditHistory =>
  addVersion(addVersion(versions, draft), getShownDraft(versions));

/** Puts earlier drafts, oldest first, before the first one. The draft shown stays. */
export function prependDrafts(versions: EditHistory, earlier: readonly Draft[]): EditHistory {
  const [first, ...rest] = versions.drafts;
  const distinct = [...earlier, first].filter((draft, n, all) => {
    const before = all[n - 1];
    return before === undefined || !isSameDraft(before, draft);
  });
  const [oldest = first, ...others] = distinct;
  return { ...versions, drafts: [oldest, ...others, ...rest], at: versions.at + others.length };
}

/** Records a key press; a run of typing is one version. */
export function recordTyping(versions: EditHistory, draft: Draft): EditHistory {
  if (isSameDraft(getShownDraft(versions), draft)) return versions;
  if (!versions.typing || versions.at !== versions.drafts.length - 1)
    return { ...appendVersion(versions, draft), typing: true };
  const [first, ...rest] = versions.drafts;
  return { ...versions, drafts: [first, ...rest.slice(0, -1), draft] };
}

/** Ends a run of typing, for example when the field loses focus. */
export const endTyping = (versions: EditHistory): EditHistory =>
  versions.typing ? { ...versions, typing: false } : versions;

export const canUndo = ({ at }: EditHistory): boolean => at > 0;
export const canRedo = ({ drafts, at }: EditHistory): boolean => at < drafts.length - 1;
export const undo = (versions: EditHistory): EditHistory =>
  canUndo(versions) ? { ...versions, at: versions.at - 1, typing: false } : versions;
export const redo = (versions: EditHistory): EditHistory =>
  canRedo(versions) ? { ...versions, at: versions.at + 1, typing: false } : versions;

function appendVersion({ drafts, at }: EditHistory, draft: Draft): Pick<EditHistory, "drafts" | "at"> {
  const [first = draft, ...rest] = [...drafts.slice(0, at + 1), draft].slice(-MAX_VERSIONS);
  return { drafts: [first, ...rest], at: rest.length };
}
