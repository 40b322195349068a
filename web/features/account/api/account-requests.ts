import * as account from "../../../../worker/contract/account";
import type { Body } from "../../../../worker/contract/endpoint";
import type { Language } from "../../../../worker/contract/field-schemas";
import { improveMessage as improveMessageCall } from "../../../../worker/contract/messages";
import { callApi } from "../../../lib/api-client";

/** The query of calls about a profile; the default one when none is named. */
export const toProfileQuery = (profileId: string | undefined) =>
  profileId === undefined ? {} : { profile_id: profileId };

export const register = (body: Body<typeof account.register>) => callApi(account.register, { body });
export const login = (body: Body<typeof account.login>) => callApi(account.login, { body });
export const rememberGoogleState = (state: string) => callApi(account.startGoogleSignIn, { body: { state } });
export const signInWithGoogle = (body: Body<typeof account.signInWithGoogle>) =>
  callApi(account.signInWithGoogle, { body });
export const reauthenticate = (password: string) => callApi(account.reauthenticate, { body: { password } });
export const reauthenticateWithGoogle = (body: Body<typeof account.reauthenticateWithGoogle>) =>
  callApi(account.reauthenticateWithGoogle, { body });
export const checkRecentSignIn = () => callApi(account.checkRecentSignIn);
export const setPassword = (body: Body<typeof account.setPassword>) => callApi(account.setPassword, { body });
export const endSession = (id: string) => callApi(account.endSession, { params: { id } });
export const endAllSessions = () => callApi(account.endAllSessions);
export const logout = () => callApi(account.logout);
export const setLanguage = (language: Language) => callApi(account.setLanguage, { body: { language } });
export const setPreferences = (body: Body<typeof account.setPreferences>) => callApi(account.setPreferences, { body });
export const setName = (name: string) => callApi(account.setName, { body: { name } });
export const uploadCv = (file: File, onProgress?: (share: number) => void, profileId?: string) =>
  callApi(account.uploadCv, { file, query: toProfileQuery(profileId), ...(onProgress && { onProgress }) });
export const saveTemplate = (message: string, profileId?: string) =>
  callApi(account.setTemplate, { body: { message }, query: toProfileQuery(profileId) });
export const improveMessage = (body: Body<typeof improveMessageCall>, signal?: AbortSignal, profileId?: string) =>
  callApi(improveMessageCall, { body, query: toProfileQuery(profileId), ...(signal && { signal }) });
export const extractFacts = (profileId?: string) => callApi(account.extractFacts, { query: toProfileQuery(profileId) });
export const addFact = (body: Body<typeof account.addFact>, profileId?: string) =>
  callApi(account.addFact, { body, query: toProfileQuery(profileId) });
export const changeFact = ({ id, ...body }: Body<typeof account.patchFact> & { id: string }, profileId?: string) =>
  callApi(account.patchFact, { params: { id }, body, query: toProfileQuery(profileId) });
export const removeFact = (id: string, profileId?: string) =>
  callApi(account.removeFact, { params: { id }, query: toProfileQuery(profileId) });
export const saveSignature = (body: Body<typeof account.saveSignature>) => callApi(account.saveSignature, { body });
export const completeWizard = () => callApi(account.completeWizard);
export const deleteAccount = () => callApi(account.deleteAccount);
