interface CodeAnswer {
  code?: string;
  state?: string;
  error?: string;
}
interface CodeClient {
  requestCode(): void;
}
interface GoogleScript {
  accounts: {
    oauth2: {
      initCodeClient(config: {
        client_id: string;
        scope: string;
        ux_mode: "popup";
        state: string;
        login_hint?: string;
        callback: (answer: CodeAnswer) => void;
        error_callback: (error: { type: string }) => void;
      }): CodeClient;
    };
  };
}

declare global {
  interface Window {
    /** Set once Google's script is loaded. */
    google?: GoogleScript;
  }
}

export type GoogleFailure = "script" | "blocked" | "closed" | "denied" | "state";

/** A Google sign-in that ended without a code. */
export class GoogleError extends Error {
  override readonly name = "GoogleError";
  constructor(readonly failure: GoogleFailure) {
    super(`google sign-in: ${failure}`);
  }
}

let loadingScript: Promise<GoogleScript> | undefined;

/**
 * Loads Google's script once; a failed load may be retried.
 * @throws GoogleError "script"
 */
export function loadGoogleScript(url: string): Promise<GoogleScript> {
  loadingScript ??= new Promise<GoogleScript>((resolve, reject) => {
    const script = document.createElement("script");
    script.src = url;
    script.async = true;
    const fail = () => {
      loadingScript = undefined;
      script.remove();
      reject(new GoogleError("script"));
    };
    script.addEventListener("load", () => (window.google ? resolve(window.google) : fail()));
    script.addEventListener("error", fail);
    document.head.append(script);
  });
  return loadingScript;
}

/**
 * Requests a sign-in code in a popup, which opens before this returns: browsers allow one only in the click itself.
 * @param state 64 hex characters; an answer with another state is rejected
 * @param email of the expected account, where known
 * @throws GoogleError when the popup is blocked, closed, or answers with an error
 */
export function requestPopupCode(
  google: GoogleScript,
  clientId: string,
  state: string,
  email?: string,
): Promise<string> {
  return new Promise((resolve, reject) => {
    google.accounts.oauth2
      .initCodeClient({
        client_id: clientId,
        scope: "openid profile email",
        ux_mode: "popup",
        state,
        ...(email !== undefined && { login_hint: email }),
        callback: (answer) => {
          if (answer.code === undefined) return reject(new GoogleError("denied"));
          if (answer.state !== state) return reject(new GoogleError("state"));
          resolve(answer.code);
        },
        error_callback: ({ type }) =>
          reject(
            new GoogleError(
              type === "popup_failed_to_open" ? "blocked" : type === "popup_closed" ? "closed" : "denied",
            ),
          ),
      })
      .requestCode();
  });
}
