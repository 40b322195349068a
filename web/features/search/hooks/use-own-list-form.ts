import { useState } from "react";
import * as z from "zod/mini";
import { createStoredValue } from "../../../lib/stored-value";

export const OWN_WAYS = ["paste", "file", "hand"] as const;
const TypedFields = z.object({
  name: z.string(),
  website: z.string(),
  email: z.string(),
  phone: z.string(),
  town: z.string(),
});
export type TypedFields = z.infer<typeof TypedFields>;

/** What has been typed so far, stored for the session; a chosen file cannot be. */
const OwnListForm = z.object({
  way: z.enum(OWN_WAYS),
  text: z.string(),
  company: TypedFields,
  /** The profile for the letters; null for the default one. */
  profileId: z._default(z.nullable(z.string()), null),
});
type OwnListForm = z.infer<typeof OwnListForm>;

const EMPTY_FORM: OwnListForm = {
  way: "paste",
  text: "",
  company: { name: "", website: "", email: "", phone: "", town: "" },
  profileId: null,
};
const storedForm = createStoredValue<OwnListForm>("session", "ownListDraft", OwnListForm, EMPTY_FORM);

/** The form for companies of the user's own; every change is stored for the session. */
export function useOwnListForm() {
  const [form, setForm] = useState(() => storedForm.read());
  const change = (part: Partial<OwnListForm>) => {
    const next = { ...form, ...part };
    storedForm.write(next);
    setForm(next);
  };
  /** Forgets what has been sent; the way and the profile stay. */
  const clear = () => change({ ...EMPTY_FORM, way: form.way, profileId: form.profileId });
  return { form, change, clear };
}
