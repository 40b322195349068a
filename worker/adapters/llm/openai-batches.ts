import type OpenAI from "openai";
import { z } from "zod";
import { log } from "../../lib/log";
import { ExternalServiceError, type LlmBatch, type LlmBatches, type LlmCall } from "../../platform/ports";
import { buildRequest, type LlmOptions } from "./chat-request";
import { parseCompletion, readUsage } from "./completion";
import { badAnswerError, toLlmError } from "./llm-errors";
import { connectToOpenAi, isOpenAiHost, type OpenAiConnection, RejectedRequest } from "./openai-connection";

/** A file of a few hundred prompts is one or two megabytes. */
const FILE_TIMEOUT_MS = 60_000;
const CALL_TIMEOUT_MS = 20_000;
/** Many times what a few hundred letters take. */
const MAX_ANSWER_FILE_BYTES = 20_000_000;
const ENDPOINT = "/v1/chat/completions";
/** Batches and files that are looked through for one by its name. */
const LATEST = 100;
/** The service takes a time to live between an hour and 30 days. */
const MIN_SECONDS_KEPT = 3_600;
const MAX_SECONDS_KEPT = 2_592_000;
const NAME_KEY = "name";

const FileId = z.string().min(1);
const Batch = z.looseObject({
  id: z.string().min(1),
  status: z.string(),
  input_file_id: z.string().nullish(),
  output_file_id: z.string().nullish(),
  error_file_id: z.string().nullish(),
  metadata: z.record(z.string(), z.string()).nullish().catch(null),
});
/** Of these nothing more is answered; a word that is new leaves it open. */
const FINAL_STATUSES: ReadonlySet<string> = new Set(["completed", "failed", "expired", "cancelled"]);

const AnswerLine = z.looseObject({
  custom_id: z.string(),
  response: z.looseObject({ status_code: z.literal(200), body: z.looseObject({ model: z.string().catch("unknown") }) }),
});

interface OpenAiBatchOptions extends Omit<LlmOptions, "marksCache" | "interactiveEffort">, OpenAiConnection {
  /** The model that exists. */
  findModel(): Promise<string>;
  /** Told of every answer. */
  onCall(call: LlmCall): void;
}

/** Batches of any endpoint with OpenAI's files and batches. */
export function createOpenAiBatches({
  findModel,
  onCall,
  effort,
  maxTokens,
  ...connection
}: OpenAiBatchOptions): LlmBatches {
  const callWithTimeout = connectToOpenAi(connection);
  const call = async <T>(ms: number, work: (client: OpenAI, options: { signal: AbortSignal }) => Promise<T>) => {
    try {
      return await callWithTimeout(ms, undefined, (client, signal) => work(client, { signal }));
    } catch (error) {
      throw error instanceof RejectedRequest ? toLlmError(error.response) : error;
    }
  };
  const wishes = { effort, interactiveEffort: undefined, maxTokens, marksCache: isOpenAiHost(connection.baseUrl) };

  const deleteFile = async (id: string) => {
    await call(CALL_TIMEOUT_MS, ({ files }, options) => files.delete(id, options)).catch(ignoreUnknown);
  };

  return {
    async upload(name, prompts, endUser, secondsKept) {
      const model = await findModel();
      const lines = prompts.map(({ id, prompt }) =>
        JSON.stringify({
          custom_id: id,
          method: "POST",
          url: ENDPOINT,
          // Without marks of what to cache: a write to the cache costs more, and any machine may read a line.
          body: buildRequest(model, { ...prompt, sharedChars: 0 }, endUser, wishes, new Set()),
        }),
      );
      const file = new File([lines.join("\n")], name, { type: "application/jsonl" });
      const uploaded = await call(FILE_TIMEOUT_MS, ({ files }, options) =>
        files.create({ file, purpose: "batch", expires_after: toExpiry(secondsKept) }, options),
      );
      return parseAs(FileId, uploaded.id);
    },
    async create(name, file, secondsKept) {
      const created = await call(CALL_TIMEOUT_MS, ({ batches }, options) =>
        batches.create(
          {
            input_file_id: file,
            endpoint: ENDPOINT,
            completion_window: "24h",
            metadata: { [NAME_KEY]: name },
            output_expires_after: toExpiry(secondsKept),
          },
          options,
        ),
      );
      return toBatch(created);
    },
    async find(name) {
      const { data } = await call(CALL_TIMEOUT_MS, ({ batches }, options) => batches.list({ limit: LATEST }, options));
      const found = parseAs(z.array(Batch), data).find(({ metadata }) => metadata?.[NAME_KEY] === name);
      return found ? toBatch(found) : null;
    },
    async read(id) {
      const found = await call(CALL_TIMEOUT_MS, ({ batches }, options) => batches.retrieve(id, options)).catch(
        ignoreUnknown,
      );
      return found ? toBatch(found) : null;
    },
    async cancel(id) {
      await call(CALL_TIMEOUT_MS, ({ batches }, options) => batches.cancel(id, options));
    },
    async readAnswers(file, prompt) {
      const text = await call(FILE_TIMEOUT_MS, async ({ files }, options) => {
        const response = await files.content(file, options);
        if (Number(response.headers.get("content-length") ?? 0) > MAX_ANSWER_FILE_BYTES)
          throw badAnswerError("file too large");
        return response.text();
      });
      const lines = text.split("\n").filter((line) => line.trim() !== "");
      const answers = new Map<string, string>();
      for (const line of lines) {
        const answer = AnswerLine.safeParse(tryParse(line)).data;
        if (!answer) continue;
        const { custom_id: id, response } = answer;
        if (answers.has(id)) continue;
        answers.set(id, JSON.stringify(response.body));
        const usage = readUsage(response.body);
        onCall({ prompt, model: response.body.model, milliseconds: 0, outcome: "batched", usage });
      }
      log("llm_batch_read", { lines: lines.length, answers: answers.size });
      return answers;
    },
    parseAnswer: (answer, prompt) => parseCompletion(tryParse(answer), prompt),
    deleteFile,
    async deleteUploads(name) {
      const { data } = await call(CALL_TIMEOUT_MS, ({ files }, options) =>
        files.list({ purpose: "batch", limit: LATEST, order: "desc" }, options),
      );
      for (const { id, filename } of data) if (filename === name) await deleteFile(id);
    },
  };
}

const toExpiry = (seconds: number) => ({
  anchor: "created_at" as const,
  seconds: Math.min(MAX_SECONDS_KEPT, Math.max(MIN_SECONDS_KEPT, Math.ceil(seconds))),
});

function toBatch(answer: unknown): LlmBatch {
  const { id, status, input_file_id: input, output_file_id: output, error_file_id: errors } = parseAs(Batch, answer);
  return {
    id,
    status,
    isOver: FINAL_STATUSES.has(status),
    isCancelling: status === "cancelling",
    answers: output || null,
    files: [input, output, errors].flatMap((file) => (file ? [file] : [])),
  };
}

function parseAs<T>(schema: z.ZodType<T>, answer: unknown): T {
  const parsed = schema.safeParse(answer);
  if (!parsed.success) throw badAnswerError("not in the shape documented");
  return parsed.data;
}

function ignoreUnknown(error: unknown): null {
  if (error instanceof ExternalServiceError && error.details.status === 404) return null;
  throw error;
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // No answer, as any other line that does not fit.
  }
}
