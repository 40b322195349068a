import { type ReactNode, useState } from "react";
import { hasErrorCode } from "../../../lib/api-error";
import { ReauthenticationDialog } from "./reauthentication-dialog";

/** Whether something was refused because its user has not signed in recently. */
export const needsRecentSignIn = (error: unknown): boolean => hasErrorCode(error, "reauthentication_required");

/** Asks the user once more who they are, then goes on with what was refused for want of it. */
export function useRecentSignIn(email: string): { confirmSignIn: (retry: () => void) => void; dialog: ReactNode } {
  const [retry, setRetry] = useState<(() => void) | null>(null);
  return {
    confirmSignIn: (action) => setRetry(() => action),
    dialog: retry && (
      <ReauthenticationDialog
        email={email}
        onClose={() => setRetry(null)}
        onConfirmed={() => {
          setRetry(null);
          retry();
        }}
      />
    ),
  };
}
