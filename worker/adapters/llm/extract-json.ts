/**
 * The first JSON object in a model's answer: models wrap it in fences or a sentence against instructions.
 * @returns undefined when there is none that parses
 */
export function extractJson(text: string): unknown {
  for (let start = text.indexOf("{"); start !== -1; start = text.indexOf("{", start + 1)) {
    const end = findObjectEnd(text, start);
    // Never closed: the answer was cut, so nothing after it is complete.
    if (end === undefined) return undefined;
    const value = tryParse(text.slice(start, end));
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Where the object that begins at `start` ends; braces inside strings do not count. */
function findObjectEnd(text: string, start: number): number | undefined {
  let depth = 0;
  let inString = false;
  for (let at = start; at < text.length; at++) {
    const sign = text[at];
    if (inString) {
      if (sign === "\\") at += 1;
      else if (sign === '"') inString = false;
    } else if (sign === '"') inString = true;
    else if (sign === "{") depth += 1;
    else if (sign === "}" && --depth === 0) return at + 1;
  }
  return undefined;
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // Braces of prose: continue behind them.
  }
}
