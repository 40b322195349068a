import { useTranslation } from "react-i18next";
import { useProfiles } from "../../../../lib/use-profiles";
import { ProfileSelect } from "../../../../ui/form/profile-select";
import { useStepHeading } from "../../../../ui/page/use-step-heading";
import { OWN_WAYS, useOwnListForm } from "../../hooks/use-own-list-form";
import { ListFile } from "./list-file";
import { PastedList } from "./pasted-list";
import { TypedCompanyForm } from "./typed-company-form";

/** Companies that the user knows: pasted addresses of sites, a CSV file, or one by hand. */
export function OwnCompanies({ onStarted }: { onStarted: (id: string) => Promise<void> }) {
  const { t } = useTranslation();
  const { form, change, clear } = useOwnListForm();
  const heading = useStepHeading();
  const profiles = useProfiles();
  // One that was deleted since counts as the default one.
  const profile = profiles.find(({ id }) => id === form.profileId);
  const start = { profileId: profile?.id ?? null, onSent: clear, onStarted };
  return (
    <section className="stack search-form own-companies">
      <h2 ref={heading} tabIndex={-1}>
        {t(($) => $.search.own.title)}
      </h2>
      <p className="soft prose">{t(($) => $.search.own.lead)}</p>
      <fieldset className="own-ways">
        <legend className="visually-hidden">{t(($) => $.search.own.ways.label)}</legend>
        {OWN_WAYS.map((way) => (
          <label key={way} className="choice">
            <input type="radio" name="own-way" checked={form.way === way} onChange={() => change({ way })} />
            <span>{t(($) => $.search.own.ways[way])}</span>
          </label>
        ))}
      </fieldset>
      <ProfileSelect
        profiles={profiles}
        value={form.profileId}
        hint={t(($) => $.search.cities.profileHint)}
        onChange={(profileId) => change({ profileId })}
      />
      {/* A way that is left keeps its file, its columns and its preview. */}
      {OWN_WAYS.map((way) => (
        <div key={way} className={form.way === way ? "stack" : undefined} hidden={form.way !== way}>
          {way === "paste" && <PastedList text={form.text} onText={(text) => change({ text })} {...start} />}
          {way === "file" && <ListFile {...start} />}
          {way === "hand" && (
            <TypedCompanyForm company={form.company} onChange={(company) => change({ company })} {...start} />
          )}
        </div>
      ))}
    </section>
  );
}
