import { ApiError } from "#lib/api/api-error.ts";
import { createTimeoutError, TIME_LIMIT_MS } from "#lib/api/time-limit.ts";
import { isStorageError, parseObject } from "#rules/own-errors.ts";

/**
 * Uploads a file to a signed URL and reports the progress, which `fetch` can't do. Times out only if there is no more
 * progress.
 */
export const putFile = (
  url: string,
  file: Blob,
  onProgress: (fraction: number) => void,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let timer: ReturnType<typeof setTimeout>;
    const restartTimer = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        reject(createTimeoutError());
        request.abort();
      }, TIME_LIMIT_MS);
    };
    request.open("PUT", url);
    request.setRequestHeader("content-type", file.type || "application/octet-stream");
    request.addEventListener("loadend", () => clearTimeout(timer));
    request.upload.addEventListener("progress", ({ lengthComputable, loaded, total }) => {
      restartTimer();
      if (lengthComputable && total > 0) onProgress(loaded / total);
    });
    request.addEventListener("load", () => {
      const { status, responseText, statusText } = request;
      // Storage sends JSON. A page with a 200 comes from a hotel's network, and the file wasn't saved.
      if (status >= 200 && status < 300 && parseObject(responseText)) resolve();
      else reject(new ApiError(status, responseText, statusText, { isOwn: isStorageError }));
    });
    for (const type of ["error", "abort", "timeout"]) {
      request.addEventListener(type, () => reject(new Error("The connection was interrupted")));
    }
    restartTimer();
    request.send(file);
  });
