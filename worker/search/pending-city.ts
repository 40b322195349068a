import type { Area } from "../platform/ports";

/** What is known of a city whose directories have not all been asked. */
export interface DirectoryProgress {
  /** Null until somebody has said where it is. */
  area: Area | null;
  /** The entries that it has given. */
  seen: string[];
}

/** A city that is to be asked about. */
export interface PendingCity {
  city: string;
  /** Those of the present step that failed. */
  tries: number;
  /** Undefined before the first look, which is into the imported directories. */
  looked: DirectoryProgress | undefined;
}
