import type { PageScript } from "../contacts/html/parse-page";
import { isList, parseLenientJson } from "../contacts/html/structured-data";
import type { CompanyFactKind } from "../contract/companies";
import { isPlainValue } from "./rules-sentence";

/** `descriptions`: texts to be read like the page's; `facts`: single values with the name of their property. */
export interface StructuredFacts {
  descriptions: string[];
  facts: { kind: CompanyFactKind; text: string }[];
}

const MAX_NODES = 200;
const MAX_VALUE_CHARACTERS = 160;
/** Nodes of a page's graph that describe something else than the company whose site it is. */
const OTHER_TYPES = new RegExp(
  [
    "Product|Review|Rating|Person|Article|Posting|Page|WebSite|Offer|Event|Question|Answer|Comment|Breadcrumb",
    "Image|Video|Media|Recipe|Course|Book|Movie|Place$|Address|Action|ItemList|ListItem",
  ].join("|"),
  "u",
);
/** What only a company has, so that an odd type does not matter. */
const COMPANY_PROPERTIES = ["address", "telephone", "foundingDate", "numberOfEmployees", "openingHours", "legalName"];

/** What a page's JSON-LD says of its company. */
export function readStructuredFacts(scripts: readonly PageScript[]): StructuredFacts {
  const found: StructuredFacts = { descriptions: [], facts: [] };
  for (const { linked, text } of scripts)
    if (linked && /description|foundingDate|numberOfEmployees|award|slogan/u.test(text))
      for (const node of listNodes(parseLenientJson(text))) readCompany(node, found);
  return found;
}

type Node = Record<string, unknown>;
const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && !isList(value);

/** The nodes at the top and in `@graph`; those nested deeper belong to something else, such as an advertised job. */
function listNodes(root: unknown): Node[] {
  const top = (isList(root) ? root.slice(0, MAX_NODES) : [root]).filter((value) => isNode(value));
  return top.flatMap((node) => {
    const graph = node["@graph"];
    return [node, ...(isList(graph) ? graph.slice(0, MAX_NODES).filter((value) => isNode(value)) : [])];
  });
}

function readCompany(node: Node, { descriptions, facts }: StructuredFacts): void {
  const types = toList(node["@type"]).filter((type) => typeof type === "string");
  if (types.length === 0 || types.some((type) => OTHER_TYPES.test(type))) return;
  if (!types.includes("Organization") && !COMPANY_PROPERTIES.some((name) => node[name] !== undefined)) return;
  for (const name of ["description", "slogan"])
    for (const value of toList(node[name])) if (typeof value === "string") descriptions.push(value.slice(0, 2_000));
  const add = (kind: CompanyFactKind, name: string, value: unknown) => {
    const text = typeof value === "number" || typeof value === "string" ? String(value).trim() : "";
    if (text !== "" && text.length <= MAX_VALUE_CHARACTERS && isPlainValue(text))
      facts.push({ kind, text: `${name}: ${text}` });
  };
  add("activity", "foundingDate", node["foundingDate"]);
  for (const value of toList(node["numberOfEmployees"]))
    add("size", "numberOfEmployees", isNode(value) ? toRange(value) : value);
  for (const value of toList(node["award"])) add("news", "award", value);
}

const toList = (value: unknown): readonly unknown[] => (isList(value) ? value.slice(0, 10) : [value]);

const toRange = ({ value, minValue, maxValue }: Node): unknown =>
  value ?? (typeof minValue === "number" && typeof maxValue === "number" ? `${minValue}-${maxValue}` : minValue);
