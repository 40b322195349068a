import { raiseObjection } from "../contract/objections";
import type { App } from "../http/request-context";
import { route } from "../http/route";
import { recordObjection } from "./record-objection";

export function registerSuppressionRoutes(app: App): void {
  route(app, raiseObjection, { handler: recordObjection });
}
