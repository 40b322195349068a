import { type ReactNode, useState } from "react";
import { hasErrorCode } from "../../../lib/api-error";
import { ReauthenticationDialog } from "./reauthentication-dialog";

/** Whether an error asks for a recent sign-in. */
export const needsRecentSignIn = (error: unknown): boolean => hasErrorCode(error, "reauthentication_required");

/** Asks the user to sign in again, then retries the rejected action. */
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
