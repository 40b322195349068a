/**
 * Sends a form by XMLHttpRequest, because fetch cannot tell how far an upload is.
 * @param onProgress called with 0 to 1
 * @returns the answer as fetch would give it; rejects with a TypeError without network, as fetch does
 */
export function uploadWithProgress(
  method: string,
  url: string,
  form: FormData,
  onProgress: (share: number) => void,
  signal?: AbortSignal,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    request.upload.addEventListener("progress", (event) => {
      if (event.lengthComputable) onProgress(event.loaded / event.total);
    });
    request.addEventListener("load", () => {
      const retryAfter = request.getResponseHeader("retry-after");
      resolve(
        new Response(request.responseText, {
          status: request.status,
          headers: retryAfter === null ? {} : { "retry-after": retryAfter },
        }),
      );
    });
    request.addEventListener("error", () => reject(new TypeError("upload failed")));
    request.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError")));
    signal?.addEventListener("abort", () => request.abort(), { once: true });
    request.send(form);
  });
}
