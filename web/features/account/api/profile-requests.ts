import type { Body } from "../../../../worker/contract/endpoint";
import * as profiles from "../../../../worker/contract/profiles";
import { callApi } from "../../../lib/api-client";

export const addProfile = (body: Body<typeof profiles.addProfile>) => callApi(profiles.addProfile, { body });
export const changeProfile = ({ id, ...body }: Body<typeof profiles.patchProfile> & { id: string }) =>
  callApi(profiles.patchProfile, { params: { id }, body });
/** Its unsent letters go to the default profile: the user was told of them. */
export const deleteProfile = (id: string) =>
  callApi(profiles.deleteProfile, { params: { id }, body: { move_letters: true } });
