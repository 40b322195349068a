import type { Body } from "../../../worker/contract/endpoint";
import * as search from "../../../worker/contract/search";
import { callApi } from "../../lib/api-client";

export const raiseObjection = (body: Body<typeof search.raiseObjection>) => callApi(search.raiseObjection, { body });
