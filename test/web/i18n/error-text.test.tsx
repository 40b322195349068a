import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { showTexts } from "../../../web/i18n/i18n";
import { useErrorText } from "../../../web/i18n/use-error-text";
import { ApiError } from "../../../web/lib/api-error";
import { LoadError } from "../../../web/lib/fetch-code";
import type { ErrorCode } from "../../../worker/contract/errors";
import type { Language } from "../../../worker/contract/field-schemas";
import { TEXTS } from "../../e2e/support/screen-texts";

function ErrorMessage({ error }: { error: unknown }) {
  return useErrorText()(error, "That did not work.");
}

/** The text that a user sees for an error. */
function renderError(language: Language, status: number, code: ErrorCode, retryAfterSeconds?: number): string {
  showTexts(language, TEXTS[language]);
  const html = renderToStaticMarkup(
    <ErrorMessage error={new ApiError(status, code, "the server's own words", { retryAfterSeconds })} />,
  );
  return html.replaceAll(/\s/gu, " ");
}

it("an action whose code cannot be fetched failed for want of a connection, whatever else it would say", () => {
  showTexts("en", TEXTS.en);
  const shown = renderToStaticMarkup(<ErrorMessage error={new LoadError("there is no connection")} />);
  expect(shown).toBe(TEXTS.en.errors.offline);
});

describe("an error for a used-up limit", () => {
  it("says what is used up and when to try again", () => {
    expect(renderError("en", 429, "search_limit", 1_200)).toBe(
      "You’ve reached the hourly search limit. You can try again in 20 minutes.",
    );
    expect(renderError("fr", 429, "generation_limit", 1_200)).toBe(
      "La limite de messages rédigés par heure est atteinte. Vous pourrez réessayer dans 20 minutes.",
    );
    expect(renderError("de", 429, "search_limit", 1_200)).toBe(
      "Mehr Suchen sind in dieser Stunde nicht möglich. Sie können es in 20 Minuten erneut versuchen.",
    );
    expect(renderError("en", 429, "sign_in_blocked", 5)).toBe(
      "Too many attempts to sign in have failed. You can try again in 5 seconds.",
    );
    expect(renderError("fr", 503, "spending_paused", 48_000)).toBe(
      "La rédaction est suspendue pour aujourd’hui. Rien n’a été perdu. Vous pourrez réessayer dans 14 heures.",
    );
    expect(renderError("en", 429, "writing_limit", 48_000)).toBe(
      "You’ve reached today’s limit for new messages. Nothing was lost. You can try again in 14 hours.",
    );
  });

  it("says that writing is out of order, without blame and without a time", () => {
    expect(renderError("fr", 503, "writer_misconfigured", 600)).toBe(
      "La rédaction est en panne. Vous n’y êtes pour rien : seul l’exploitant de ce site peut y " +
        "remédier. Rien n’a été perdu.",
    );
  });

  it("names no time that is unknown or only a guess about a failing service", () => {
    expect(renderError("en", 429, "upload_limit")).toBe("You’ve reached the hourly limit for CV uploads.");
    expect(renderError("en", 503, "writer_unavailable", 30)).toBe(
      "The writing service is unavailable right now. Please try again in a moment.",
    );
  });
});
