import { ApiError } from "../../lib/api-error.ts";

/** Sends the raw file to its signed address and tells which share is sent, which `fetch` cannot. */
export const putFile = (
  url: string,
  file: Blob,
  onProgress: (share: number) => void,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("PUT", url);
    request.setRequestHeader("content-type", file.type || "application/octet-stream");
    request.upload.addEventListener("progress", ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onProgress(loaded / total);
    });
    request.addEventListener("load", () => {
      const { status, responseText, statusText } = request;
      if (status >= 200 && status < 300) resolve();
      else reject(new ApiError(status, responseText, statusText));
    });
    for (const type of ["error", "abort", "timeout"]) {
      request.addEventListener(type, () => reject(new Error("The connection was interrupted")));
    }
    request.send(file);
  });
