import type { ErrorCode } from "../../contract/errors";
import type { Language } from "../../contract/field-schemas";
import { GMAIL_LINK_FAILURE, GMAIL_LINK_SUCCESS } from "../../contract/mail";

interface CallbackTexts {
  title: string;
  done: string;
  failed: string;
  reasons: Partial<Record<ErrorCode, string>>;
  back: string;
}

const TEXTS: Record<Language, CallbackTexts> = {
  fr: {
    title: "Connexion de Gmail",
    done: "Gmail est connecté. Vous pouvez fermer cette fenêtre.",
    failed: "Gmail n’a pas pu être connecté. Veuillez réessayer.",
    reasons: {
      unauthenticated: "Votre session est terminée. Reconnectez-vous, puis recommencez.",
      oauth_state_missing: "La connexion a pris trop de temps ou a été commencée ailleurs. Veuillez recommencer.",
      oauth_denied: "Vous avez refusé l’accès à Gmail : rien n’a été connecté.",
      gmail_scope_missing: "L’autorisation d’envoyer des e-mails n’a pas été cochée. Recommencez et cochez-la.",
      google_unavailable: "Google est momentanément indisponible. Veuillez réessayer plus tard.",
      not_configured: "Gmail ne peut pas être connecté pour le moment.",
    },
    back: "Retourner aux réglages",
  },
  en: {
    title: "Gmail connection",
    done: "Gmail is connected. You can close this window.",
    failed: "Gmail could not be connected. Please try again.",
    reasons: {
      unauthenticated: "Your session has ended. Sign in again, then start over.",
      oauth_state_missing: "The connection took too long or was started elsewhere. Please start over.",
      oauth_denied: "You refused access to Gmail: nothing was connected.",
      gmail_scope_missing: "The permission to send emails was not ticked. Start over and tick it.",
      google_unavailable: "Google is unavailable right now. Please try again later.",
      not_configured: "Gmail cannot be connected right now.",
    },
    back: "Back to the settings",
  },
  de: {
    title: "Gmail verbinden",
    done: "Gmail ist verbunden. Sie können dieses Fenster schließen.",
    failed: "Gmail konnte nicht verbunden werden. Bitte versuchen Sie es erneut.",
    reasons: {
      unauthenticated: "Ihre Sitzung ist abgelaufen. Melden Sie sich an und beginnen Sie noch einmal.",
      oauth_state_missing: "Das hat zu lange gedauert oder wurde woanders begonnen. Bitte beginnen Sie noch einmal.",
      oauth_denied: "Sie haben den Zugriff auf Gmail abgelehnt. Es wurde nichts verbunden.",
      gmail_scope_missing:
        "Das Häkchen für die Berechtigung, E-Mails zu senden, fehlt. Beginnen Sie noch einmal und setzen Sie es.",
      google_unavailable: "Google ist gerade nicht erreichbar. Bitte versuchen Sie es später erneut.",
      not_configured: "Gmail lässt sich zurzeit nicht verbinden.",
    },
    back: "Zurück zu den Einstellungen",
  },
};

const META =
  '<meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">';
const STYLE =
  "body{font:1rem/1.5 system-ui,sans-serif;max-width:32rem;margin:4rem auto;padding:0 1rem;color-scheme:light dark}";

/**
 * The last page of the popup: it notifies the window that opened it and closes; a browser that keeps it open shows the
 * text. It sets no Cross-Origin-Opener-Policy, which would remove `window.opener`; the channel is for browsers that
 * remove it anyway.
 * @param failure the error; null when the mailbox is linked
 */
export function renderCallbackPage(language: Language, failure: { code: ErrorCode; status: number } | null): Response {
  const texts = TEXTS[language];
  const text = failure ? (texts.reasons[failure.code] ?? texts.failed) : texts.done;
  const message = failure ? { type: GMAIL_LINK_FAILURE, code: failure.code } : { type: GMAIL_LINK_SUCCESS };
  const nonce = crypto.getRandomValues(new Uint8Array(16)).toBase64();
  // No foreign text: all inserted values come from constant lists.
  const page = `<!doctype html>
<html lang="${language}">
<head>${META}<title>${texts.title}</title>
<style nonce="${nonce}">${STYLE}</style></head>
<body><main><h1>${texts.title}</h1><p role="status">${text}</p><p><a href="/settings">${texts.back}</a></p></main>
<script nonce="${nonce}">
const message = ${JSON.stringify(message)};
if (window.opener) window.opener.postMessage(message, location.origin);
const channel = new BroadcastChannel("gmail-link");
channel.postMessage(message);
channel.close();
window.close();
</script></body></html>`;
  return new Response(page, {
    status: failure?.status ?? 200,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": [
        "default-src 'none'",
        `script-src 'nonce-${nonce}'`,
        `style-src 'nonce-${nonce}'`,
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
      ].join("; "),
    },
  });
}
