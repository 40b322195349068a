import * as account from "../../../worker/contract/account";
import type { Body } from "../../../worker/contract/endpoint";
import type { Language } from "../../../worker/contract/fields";
import { improveMessage as improveMessageCall } from "../../../worker/contract/messages";
import { call } from "../../lib/http";

export const register = (body: Body<typeof account.register>) => call(account.register, { body });
export const login = (body: Body<typeof account.login>) => call(account.login, { body });
export const rememberGoogleState = (state: string) => call(account.googleState, { body: { state } });
export const signInWithGoogle = (body: Body<typeof account.google>) => call(account.google, { body });
export const reauthenticate = (password: string) => call(account.reauthenticate, { body: { password } });
export const reauthenticateWithGoogle = (body: Body<typeof account.reauthenticateWithGoogle>) =>
  call(account.reauthenticateWithGoogle, { body });
export const checkRecentSignIn = () => call(account.recentSignIn);
export const setPassword = (body: Body<typeof account.setPassword>) => call(account.setPassword, { body });
export const endSession = (id: string) => call(account.endSession, { params: { id } });
export const endAllSessions = () => call(account.endAllSessions);
export const logout = () => call(account.logout);
export const setLanguage = (language: Language) => call(account.setLanguage, { body: { language } });
export const setAttachCv = (attach_cv: boolean) => call(account.setPreferences, { body: { attach_cv } });
export const uploadCv = (file: File, onProgress?: (share: number) => void) =>
  call(account.uploadCv, { file, ...(onProgress && { onProgress }) });
export const saveTemplate = (message: string) => call(account.setTemplate, { body: { message } });
export const improveMessage = (body: Body<typeof improveMessageCall>, signal?: AbortSignal) =>
  call(improveMessageCall, { body, ...(signal && { signal }) });
export const completeWizard = () => call(account.completeWizard);
export const deleteAccount = () => call(account.deleteAccount);
