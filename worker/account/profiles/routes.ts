import * as api from "../../contract/profiles";
import type { App } from "../../http/request-context";
import { route } from "../../http/route";
import { cvTextQuery } from "../cv/store-cv";
import { addProfile, changeProfile, deleteProfile, toProfiles } from "./change-profiles";
import { profilesQuery } from "./store-profiles";

export function registerProfileRoutes(app: App): void {
  route(app, api.listProfiles, {
    reads: ({ deps }, { userId }) => [profilesQuery(deps.db, userId)] as const,
    handler: (_context, _input, [rows]) => toProfiles(rows),
  });
  route(app, api.addProfile, {
    reads: ({ deps }, { userId }) => [cvTextQuery(deps.db, userId)] as const,
    handler: (context, input, [[cv]]) => addProfile(context, input, cv),
  });
  route(app, api.patchProfile, { handler: changeProfile });
  route(app, api.deleteProfile, { handler: deleteProfile });
}
