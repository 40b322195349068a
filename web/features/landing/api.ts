import type { Body } from "../../../worker/contract/endpoint";
import * as search from "../../../worker/contract/search";
import { call } from "../../lib/http";

export const raiseObjection = (body: Body<typeof search.raiseObjection>) => call(search.raiseObjection, { body });
