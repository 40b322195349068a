import * as api from "../../contract/profiles";
import type { App } from "../../http/request-context";
import { route } from "../../http/route";
import { addProfile, changeProfile, deleteProfile, toProfiles } from "./change-profiles";
import { profilesQuery } from "./store-profiles";

export function registerProfileRoutes(app: App): void {
  route(app, api.listProfiles, {
    reads: ({ deps }, { userId }) => [profilesQuery(deps.db, userId)] as const,
    handler: ({ user }, _input, [rows]) => toProfiles(rows, user.name),
  });
  route(app, api.addProfile, { handler: addProfile });
  route(app, api.patchProfile, { handler: changeProfile });
  route(app, api.deleteProfile, { handler: deleteProfile });
}
