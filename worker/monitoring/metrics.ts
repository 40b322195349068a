import { logError, logOrdinary } from "../lib/log";
import type { LlmCall } from "../platform/ports";
import { type DataPoint, METRICS } from "./metric-columns";

export interface Metrics {
  /** Writes a data point, without waiting and without ever failing. */
  write(point: DataPoint): void;
}

/**
 * @param dataset undefined where no metrics are kept
 * @param version of the deployed code, to compare a new one with the one before
 */
export function createMetrics(dataset: AnalyticsEngineDataset | undefined, version: string): Metrics {
  return {
    write(point) {
      if (dataset === undefined) return;
      const values: Readonly<Record<string, string | number>> = point;
      const { texts, numbers } = METRICS[point.kind];
      try {
        // The index is what Analytics Engine samples by: a kind of few points loses none to one of many.
        dataset.writeDataPoint({
          indexes: [point.kind],
          blobs: [version, ...texts.map((name) => String(values[name]))],
          doubles: numbers.map((name) => Number(values[name])),
        });
      } catch (error) {
        // Too many in one invocation, for one.
        logError("metric_not_written", error, { kind: point.kind });
      }
    },
  };
}

/** Does the work of a queue's batch, and writes how it went. */
export async function measureBatch(
  { queue, messages }: MessageBatch,
  { metrics, now }: { metrics: Metrics; now(): Date },
  work: () => Promise<void>,
): Promise<void> {
  const began = now().getTime();
  let outcome = "failed";
  try {
    await work();
    outcome = "done";
  } finally {
    metrics.write({
      kind: "queue",
      queue,
      outcome,
      ms: now().getTime() - began,
      age_ms: Math.max(0, ...messages.map(({ timestamp }) => began - timestamp.getTime())),
      messages: messages.length,
      repeated: messages.filter(({ attempts }) => attempts > 1).length,
    });
  }
}

/** Logs a try with what it has used, and writes it to the metrics. */
export function reportLlmCall({ prompt, model, milliseconds: ms, outcome, usage }: LlmCall, metrics: Metrics): void {
  const values = {
    prompt,
    model,
    outcome,
    ms,
    tokens_in: usage.input,
    tokens_cached: usage.cached,
    tokens_written: usage.cacheWritten,
    tokens_out: usage.output,
  };
  logOrdinary("model_called", values);
  metrics.write({ kind: "model", ...values });
}
