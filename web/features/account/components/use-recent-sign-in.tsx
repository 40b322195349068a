import { type ReactNode, useState } from "react";
import { hasErrorCode } from "../../../lib/api-error";
import { ReauthenticationDialog } from "./reauthentication-dialog";

/** Whether something was refused because its user has not signed in recently. */
export const needsRecentSignIn = (error: unknown): boolean => hasErrorCode(error, "reauthentication_required");

/** Asks the user once more who they are, then goes on with what was refused for want of it. */
export function useRecentSignIn(email: string): { ask: (goOn: () => void) => void; dialog: ReactNode } {
  const [goOn, setGoOn] = useState<(() => void) | null>(null);
  return {
    ask: (next) => setGoOn(() => next),
    dialog: goOn && (
      <ReauthenticationDialog
        email={email}
        onClose={() => setGoOn(null)}
        onConfirmed={() => {
          setGoOn(null);
          goOn();
        }}
      />
    ),
  };
}
