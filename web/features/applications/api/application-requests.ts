import { type ApplicationWay, recordApplication, undoApplication } from "../../../../worker/contract/companies";
import { callApi } from "../../../lib/api-client";

export const saveApplication = (id: string, way: ApplicationWay, target: string) =>
  callApi(recordApplication, { params: { id }, body: { way, target } });
export const removeApplication = (id: string, way: ApplicationWay) => callApi(undoApplication, { params: { id, way } });
