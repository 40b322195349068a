import * as z from "zod/mini";
import { Cv } from "./account";
import { defineEndpoint } from "./endpoint";
import { Count, Flag, MessageLanguage, singleLineField, Text } from "./field-schemas";
import { LIMITS } from "./limits";

/** A CV and a template: what letters are written with. Calls that name no profile mean the default one. */
export const Profile = z.object({
  id: Text,
  /** Empty for the first one, until it is named. */
  name: Text,
  /** Language of its CV; null where it is not known: it is not compared with the letter's then. */
  language: z.nullable(MessageLanguage),
  /** The CV's text says so: this counts, whatever the user chose. */
  language_read: Flag,
  is_default: Flag,
  template_message: Text,
  cv: z.nullable(Cv),
  /** The CV's text has the name that signs the letters; null while its text is not known. */
  cv_names_user: z.nullable(Flag),
  /** Unsent letters written with it, which a deletion would move; 0 for the default one, which stays. */
  letters: Count,
});
export type Profile = z.infer<typeof Profile>;

/** The default one first, then in the order of their making. */
const ProfilesAnswer = z.object({ profiles: z.array(Profile) });
const ProfileName = singleLineField(LIMITS.profileName);

export const listProfiles = defineEndpoint({
  method: "GET",
  path: "/settings/profiles",
  access: "session",
  answer: ProfilesAnswer,
});
/**
 * Without a CV or a template. The same name and language twice is one profile. The language counts until a CV says its
 * own.
 */
export const addProfile = defineEndpoint({
  method: "POST",
  path: "/settings/profiles",
  access: "session",
  body: z.strictObject({ name: ProfileName, language: MessageLanguage }),
  answer: z.object({ profiles: z.array(Profile), profile_id: Text }),
});
export const patchProfile = defineEndpoint({
  method: "PATCH",
  path: "/settings/profiles/:id",
  access: "session",
  body: z
    .partial(z.strictObject({ name: ProfileName, language: MessageLanguage, is_default: z.literal(true) }))
    .check(z.refine((patch) => Object.keys(patch).length > 0, "required")),
  answer: ProfilesAnswer,
});
/**
 * Deletes a profile that is not the default one. Letters written with it are not deleted: `move_letters` gives them to
 * the default one, and without it 409 `profile_in_use` while there are some.
 */
export const deleteProfile = defineEndpoint({
  method: "DELETE",
  path: "/settings/profiles/:id",
  access: "session",
  body: z.strictObject({ move_letters: z._default(Flag, false) }),
  bodyOptional: true,
  answer: ProfilesAnswer,
});
