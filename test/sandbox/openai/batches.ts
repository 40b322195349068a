import type { OutsideRequest } from "../outside-request";
import type { BatchStatus, LlmBatch, LlmFile } from "../state/batch-table";
import { llmError } from "./models";

// Files and batches, as developers.openai.com/api/reference/resources/batches describes them.

/** What may become of a batch, told by a fault of the call `read_batch`; the kind of the fault. */
export const BATCH_FAULTS = [
  "batch_slow",
  "batch_expired",
  "batch_failed",
  "batch_partial",
  "batch_garbage",
  "batch_unanswered",
] as const;

/** Reads after which a batch is over. */
const NEXT_STATUS: Partial<Record<BatchStatus, BatchStatus>> = {
  validating: "in_progress",
  in_progress: "completed",
  cancelling: "cancelled",
};

const CALLS: readonly (readonly [method: string, path: RegExp, name: string])[] = [
  ["POST", /^\/v1\/files$/u, "upload_file"],
  ["GET", /^\/v1\/files$/u, "list_files"],
  ["GET", /^\/v1\/files\/[^/]+\/content$/u, "read_file"],
  ["DELETE", /^\/v1\/files\/[^/]+$/u, "delete_file"],
  ["POST", /^\/v1\/batches$/u, "create_batch"],
  ["GET", /^\/v1\/batches$/u, "list_batches"],
  ["GET", /^\/v1\/batches\/[^/]+$/u, "read_batch"],
  ["POST", /^\/v1\/batches\/[^/]+\/cancel$/u, "cancel_batch"],
];

/** The name of a call of files and batches; undefined for another one. */
export const nameBatchCall = ({ method, url }: OutsideRequest): string | undefined =>
  CALLS.find(([of, path]) => of === method && path.test(url.pathname))?.[2];

const notFound = (what: string) => llmError(404, `No such ${what}.`, "invalid_request_error", null, "id");
const badRequest = (message: string) => llmError(400, message, "invalid_request_error", null);

/** @param complete answers one line, as the endpoint would */
export async function answerBatchCall(
  call: OutsideRequest,
  complete: (body: unknown) => Response,
): Promise<Response | undefined> {
  const name = nameBatchCall(call);
  const id = call.url.pathname.split("/")[3] ?? "";
  switch (name) {
    case "upload_file":
      return uploadFile(call);
    case "list_files":
      return Response.json(toList((await call.state.llmFiles()).map(describeFile)));
    case "read_file": {
      const file = await call.state.llmFile(id);
      return file ? new Response(file.content, { headers: { "content-type": "application/jsonl" } }) : notFound("file");
    }
    case "delete_file":
      return (await call.state.deleteLlmFile(id))
        ? Response.json({ id, object: "file", deleted: true })
        : notFound("file");
    case "create_batch":
      return createBatch(call);
    case "list_batches":
      return Response.json(toList((await call.state.llmBatches()).map(describeBatch)));
    case "read_batch": {
      const batch = await call.state.llmBatch(id);
      return batch ? Response.json(describeBatch(await advance(call, batch, complete))) : notFound("batch");
    }
    case "cancel_batch": {
      const batch = await call.state.llmBatch(id);
      if (!batch) return notFound("batch");
      if (!(batch.status in NEXT_STATUS)) return badRequest(`Cannot cancel a batch with status '${batch.status}'.`);
      const cancelling: LlmBatch = { ...batch, status: "cancelling" };
      await call.state.putLlmBatch(cancelling);
      return Response.json(describeBatch(cancelling));
    }
    default:
      return undefined;
  }
}

const toList = (data: { id: string }[]) => ({
  object: "list",
  data,
  first_id: data[0]?.id ?? null,
  last_id: data.at(-1)?.id ?? null,
  has_more: false,
});

const toSeconds = (ms: number) => Math.floor(ms / 1_000);

const describeFile = ({ id, name, purpose, content, createdAt }: LlmFile) => ({
  id,
  object: "file",
  bytes: content.length,
  created_at: createdAt,
  filename: name,
  purpose,
  status: "processed",
});

const describeBatch = ({ id, status, input, output, errors, metadata, createdAt }: LlmBatch) => ({
  id,
  object: "batch",
  endpoint: "/v1/chat/completions",
  completion_window: "24h",
  created_at: createdAt,
  input_file_id: input,
  output_file_id: output,
  error_file_id: errors,
  metadata,
  status,
});

async function putFile(call: OutsideRequest, file: Pick<LlmFile, "name" | "purpose" | "content">): Promise<LlmFile> {
  const stored = { ...file, id: `file-${crypto.randomUUID()}`, createdAt: toSeconds(Date.now()) };
  await call.state.putLlmFile(stored);
  return stored;
}

async function uploadFile(call: OutsideRequest): Promise<Response> {
  const type = call.headers.get("content-type") ?? "";
  const form = await new Response(call.bytes, { headers: { "content-type": type } }).formData();
  const file = form.get("file");
  if (!(file instanceof File)) return badRequest("Missing required parameter: 'file'.");
  if (form.get("purpose") !== "batch") return badRequest("Invalid value for 'purpose'.");
  const seconds = Number(form.get("expires_after[seconds]"));
  if (form.get("expires_after[anchor]") !== "created_at" || !(seconds >= 3_600 && seconds <= 2_592_000))
    return badRequest("Invalid value for 'expires_after'.");
  return Response.json(
    describeFile(await putFile(call, { name: file.name, purpose: "batch", content: await file.text() })),
  );
}

async function createBatch(call: OutsideRequest): Promise<Response> {
  const body = JSON.parse(new TextDecoder().decode(call.bytes)) as Record<string, unknown>;
  const { input_file_id: input, endpoint, completion_window: window, metadata = {} } = body;
  if (typeof input !== "string" || !(await call.state.llmFile(input))) return badRequest("Invalid 'input_file_id'.");
  if (endpoint !== "/v1/chat/completions") return badRequest("Invalid 'endpoint'.");
  if (window !== "24h") return badRequest("Invalid 'completion_window'.");
  const batch: LlmBatch = {
    id: `batch_${crypto.randomUUID()}`,
    status: "validating",
    input,
    output: null,
    errors: null,
    metadata: metadata as Record<string, string>,
    createdAt: toSeconds(Date.now()),
  };
  await call.state.putLlmBatch(batch);
  return Response.json(describeBatch(batch));
}

/** A batch is a step further each time that it is read. */
async function advance(
  call: OutsideRequest,
  batch: LlmBatch,
  complete: (body: unknown) => Response,
): Promise<LlmBatch> {
  const next = NEXT_STATUS[batch.status];
  if (!next) return batch;
  const { special } = call;
  if (special === "batch_slow" && next !== "cancelled") return batch;
  const input = await call.state.llmFile(batch.input);
  let advanced: LlmBatch = { ...batch, status: next };
  // A file that was deleted before it could be read.
  if (!input || special === "batch_failed") advanced = { ...batch, status: "failed" };
  else if (special === "batch_expired")
    advanced = await endBatch(call, { ...batch, status: "expired" }, input, complete);
  else if (next === "completed" || next === "cancelled") advanced = await endBatch(call, advanced, input, complete);
  await call.state.putLlmBatch(advanced);
  return advanced;
}

/** Writes the files of a batch. Half of one that expired or was cancelled is answered; lines come in any order. */
async function endBatch(
  call: OutsideRequest,
  batch: LlmBatch,
  input: LlmFile,
  complete: (body: unknown) => Response,
): Promise<LlmBatch> {
  const lines = input.content.split("\n").map((line) => JSON.parse(line) as { custom_id: string; body: unknown });
  const answered: string[] = [];
  const failed: string[] = [];
  for (const [at, { custom_id, body }] of lines.entries()) {
    const id = `batch_req_${crypto.randomUUID()}`;
    const isLeftOut =
      call.special === "batch_unanswered" || (batch.status !== "completed" && at >= Math.ceil(lines.length / 2));
    if (isLeftOut) {
      const code = batch.status === "cancelled" ? "batch_cancelled" : "batch_expired";
      const error = { code, message: "This request could not be executed before the completion window expired." };
      failed.push(JSON.stringify({ id, custom_id, response: null, error }));
      continue;
    }
    const answer =
      call.special === "batch_partial" && at % 2 === 1
        ? llmError(500, "The server had an error while processing your request.", "server_error", null)
        : complete(body);
    const response = { status_code: answer.status, request_id: crypto.randomUUID(), body: await answer.json() };
    (answer.ok ? answered : failed).push(JSON.stringify({ id, custom_id, response, error: null }));
  }
  const content =
    call.special === "batch_garbage"
      ? `<html>It works!</html>\n{"custom_id": 7}\n${answered[0]?.slice(0, 80) ?? ""}`
      : answered.reverse().join("\n");
  const put = async (name: string, text: string) =>
    text === "" ? null : (await putFile(call, { name, purpose: "batch_output", content: text })).id;
  return {
    ...batch,
    output: await put(`${batch.id}_output.jsonl`, content),
    errors: await put(`${batch.id}_error.jsonl`, failed.join("\n")),
  };
}
