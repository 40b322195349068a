import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, expect, it } from "vitest";
import { GenerationFailureDialog } from "../../../web/features/messages/components/generation-failure-dialog";
import { showTexts } from "../../../web/i18n/i18n";
import type { Company } from "../../../worker/contract/companies";
import type { ErrorCode } from "../../../worker/contract/errors";
import { TEXTS } from "../../e2e/support/screen-texts";

beforeAll(() => showTexts("en", TEXTS.en));

const show = (codes: ErrorCode[]) =>
  renderToStaticMarkup(
    <GenerationFailureDialog
      failed={codes.map((code, at) => ({
        company: { id: `${at}`, name: `Firm ${at}` } as Company,
        failure: { code, findings: [] },
      }))}
      onClose={() => undefined}
      onRetry={() => undefined}
    />,
  );
const count = (text: string, part: string) => text.split(part).length - 1;

it("tells the writing limit of the day once, with when it ends, and offers no vain retry", () => {
  const shown = show(["writing_limit", "writing_limit", "message_refused"]);
  expect(count(shown, TEXTS.en.errors.writing_limit)).toBe(1);
  expect(shown).toMatch(/You can try again in \d+ (hours?|minutes?|seconds?)/u);
  expect(count(shown, "<li")).toBe(1);
  expect(show(["writing_limit", "writing_limit"])).not.toContain(TEXTS.en.messages.failure.retryAll_one);
});

it("says of a writing service that does not answer that nothing is lost and what to do", () => {
  const { errors, messages } = TEXTS.en;
  const shown = show(["writer_failed", "writer_declined"]);
  expect(count(shown, errors.writer_failed)).toBe(1);
  expect(count(shown, messages.failure.noAnswer)).toBe(1);
  expect(count(shown, errors.writer_declined)).toBe(1);
});
