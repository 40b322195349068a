import { fileURLToPath } from "node:url";
import { checkLayers } from "./layer-rules.ts";
import { readProject } from "./parse-project.ts";
import { checkSources } from "./source-rules.ts";

// `npm run rules`: the walls of the house, told one line a breach.
const project = readProject(fileURLToPath(new URL("../..", import.meta.url)));
const violations = [...checkLayers(project), ...checkSources(project)];
for (const { path, rule, message } of violations) console.error(`${path}: ${rule}: ${message}`);
console.log(`${project.sources.size} source files, ${violations.length} breaches of the house rules`);
process.exitCode = violations.length > 0 ? 1 : 0;
