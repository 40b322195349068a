import { createContext, type ReactNode, useContext } from "react";
import type { Company } from "../../../worker/contract/companies";
import { plainType } from "./rules";
import { useTypeNames } from "./use-type-names";

const Names = createContext<(type: string) => string>(plainType);
/** What a business type is called, for what stands in a row. */
export const useTypeName = () => useContext(Names);

/** Around rows that name their business types: the names come after the rows, of which then nothing else is drawn again. */
export function TypeNames({ companies, children }: { companies: readonly Company[]; children: ReactNode }) {
  return <Names value={useTypeNames(companies)}>{children}</Names>;
}
