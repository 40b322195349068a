import { Client, type Answer } from "./client";

/** Everything that left the worker: each response with its headers, each log line. */
export interface TrafficRecorder {
  answers: string[];
  lines: string[];
  stop(): void;
}

const LEVELS = ["debug", "log", "info", "warn"] as const;

/** Starts recording. An unexpected console.error still fails the test. */
export function recordTraffic(): TrafficRecorder {
  const [answers, lines]: [string[], string[]] = [[], []];
  const addLine = (parts: unknown[]) =>
    lines.push(
      parts
        .map((part) =>
          part instanceof Error
            ? `${part.message}\n${part.stack}`
            : typeof part === "string"
              ? part
              : JSON.stringify(part),
        )
        .join(" "),
    );
  const before = { error: console.error, ...Object.fromEntries(LEVELS.map((level) => [level, console[level]])) };
  for (const level of LEVELS) console[level] = (...parts: unknown[]) => void addLine(parts);
  console.error = (...parts: unknown[]) => {
    addLine(parts);
    before.error(...parts);
  };
  return { answers, lines, stop: () => void Object.assign(console, before) };
}

/** A browser that records its responses, except for the cookies meant for it. */
export class RecordedClient extends Client {
  constructor(private readonly recorder: TrafficRecorder) {
    super();
  }

  override async send(...call: Parameters<Client["send"]>): Promise<Answer> {
    const answer = await super.send(...call);
    const headers = [...answer.headers].filter(([name]) => name !== "set-cookie");
    this.recorder.answers.push(
      `${call[0]} ${call[1]} ${answer.status} ${JSON.stringify(headers)} ` +
        (typeof answer.body === "string" ? answer.body : JSON.stringify(answer.body)),
    );
    return answer;
  }
}
