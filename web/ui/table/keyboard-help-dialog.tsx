import { Fragment, useState } from "react";
import { useTranslation } from "react-i18next";
import { Outcome } from "../../../worker/contract/companies";
import { storedSingleKeys } from "../../lib/use-single-keys";
import { Dialog } from "../dialog/dialog";
import { Switch } from "../form/checkbox";
import { Icon } from "../graphics/icon";

/** Drawn, as few fonts have them. */
const ARROW_ICONS = { "↓": "down", "↑": "up", "→": "arrow", "←": "back" } as const;
const isArrow = (key: string): key is keyof typeof ARROW_ICONS => key in ARROW_ICONS;

export interface KeyboardHelpDialogProps {
  /** The list has a text filter. */
  hasFilter?: boolean;
  /** Its rows have outcomes. */
  hasOutcomes?: boolean;
  /** What Enter does on a row. */
  opens: "openMessage" | "openContacts";
  onClose: () => void;
}

/** The keys of a list, and a switch for those that are a single character. */
export function KeyboardHelpDialog({
  hasFilter = false,
  hasOutcomes = false,
  opens,
  onClose,
}: KeyboardHelpDialogProps) {
  const { t } = useTranslation();
  const [isOn, setOn] = useState(() => storedSingleKeys.read());
  const name = (key: "enter" | "escape" | "space" | "shift" | "home" | "end") =>
    t(($) => $.companies.keyboard.names[key]);
  const single = (...keys: string[]) => (isOn ? keys : []);
  const entries = [
    { text: t(($) => $.companies.keyboard.filter), keys: hasFilter ? single("/") : [] },
    { text: t(($) => $.companies.keyboard.move), keys: ["↓ ↑", ...single("j k")] },
    { text: t(($) => $.companies.keyboard.inside), keys: ["→ ←"] },
    { text: t(($) => $.companies.keyboard.ends), keys: [`${name("home")} ${name("end")}`] },
    { text: t(($) => $.companies.keyboard[opens]), keys: [name("enter")] },
    { text: t(($) => $.companies.keyboard.select), keys: [name("space"), ...single("x")] },
    { text: t(($) => $.companies.keyboard.range), keys: [`${name("shift")} ${name("space")}`] },
    ...Outcome.options.map((outcome, at) => ({
      text: t(($) => $.applications.outcome.note, { outcome: t(($) => $.applications.outcome.names[outcome]) }),
      keys: hasOutcomes ? single(String(at + 1)) : [],
    })),
    { text: t(($) => $.companies.keyboard.takeBack), keys: hasOutcomes ? single("0") : [] },
    { text: t(($) => $.applications.answer.open), keys: hasOutcomes ? single("a") : [] },
    { text: t(($) => $.companies.keyboard.close), keys: [name("escape")] },
    { text: t(($) => $.companies.keyboard.help), keys: single("?") },
  ].filter(({ keys }) => keys.length > 0);
  return (
    <Dialog title={t(($) => $.companies.keyboard.open)} onClose={onClose}>
      <div className="stack">
        <dl className="stack stack-tight">
          {entries.map(({ text, keys }) => (
            <div key={text} className="row row-spread">
              <dt>{text}</dt>
              <dd className="row">
                {keys.map((chord, i) => (
                  <Fragment key={chord}>
                    {i > 0 && <span className="soft small">{t(($) => $.companies.keyboard.choice)}</span>}
                    {chord.split(" ").map((key) => (
                      <kbd key={key} className="tag">
                        {isArrow(key) ? (
                          <>
                            <Icon name={ARROW_ICONS[key]} />
                            <span className="visually-hidden">{key}</span>
                          </>
                        ) : (
                          key
                        )}
                      </kbd>
                    ))}
                  </Fragment>
                ))}
              </dd>
            </div>
          ))}
        </dl>
        <div className="stack stack-tight">
          <Switch
            label={t(($) => $.companies.keyboard.singleKeys)}
            checked={isOn}
            onChange={(on) => {
              storedSingleKeys.write(on);
              setOn(on);
            }}
          />
          <p className="soft small">{t(($) => $.companies.keyboard.singleKeysHint)}</p>
        </div>
      </div>
    </Dialog>
  );
}
