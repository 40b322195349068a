import { fileURLToPath } from "node:url";
import { checkLayers } from "./layers.ts";
import { readProject } from "./parse-project.ts";
import { checkSources } from "./source-rules.ts";

// `npm run rules`: prints one line for each breach of the layers and of the source rules.
const root = fileURLToPath(new URL("../..", import.meta.url));
const project = readProject(root);
const sources = [...project.sources.keys()];
const layers = await checkLayers(root, sources);
const violations = [...layers.violations, ...checkSources(project)];
for (const { path, rule, message } of violations) console.error(`${path}: ${rule}: ${message}`);
console.log(`${layers.seen} of ${sources.length} modules and ${layers.imports} imports seen by dependency-cruiser`);
console.log(`${violations.length} breaches`);
process.exitCode = violations.length > 0 ? 1 : 0;
