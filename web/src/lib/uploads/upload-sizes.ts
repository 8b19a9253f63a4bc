import { ApiError } from "#lib/api/api-error.ts";
import { wait } from "#lib/time/wait.ts";
import { putFile } from "./put-file.ts";
import { drawSignature, resizePicture } from "./resize-picture.ts";
import { runUploadStep } from "./upload-failure.ts";

/** How a kind of file is uploaded. */
export interface UploadSteps {
  readonly isPicture: boolean;
  /** Also uploads smaller versions, because pages show the picture at many widths. */
  readonly needsSmallerVersions?: boolean;
  /** Draws the picture in the size and type that papers need. */
  readonly isSignature?: boolean;
  /** Returns a signed URL for a single PUT. */
  readonly prepare: () => Promise<{ readonly uploadURL: string }>;
  /** Asks the server to check the upload. Returns the path to store in the record. */
  readonly save: (uploadURL: string, smallerUrls: readonly string[]) => Promise<string>;
}

const MAX_ATTEMPTS = 10;

/** Retries while the server is busy checking another file. Waits as long as its Retry-After header says. */
const retryWhileBusy = async <Result>(attempt: () => Promise<Result>): Promise<Result> => {
  for (let attemptCount = 1; ; attemptCount += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (
        attemptCount === MAX_ATTEMPTS ||
        !(error instanceof ApiError) ||
        error.body?.code !== "busy"
      )
        throw error;
      const seconds = error.retryAfterSeconds ?? 1;
      await wait(seconds * 1000);
    }
  }
};

/** Uploads every size to a separate signed URL, has the server check them, and returns the path to store. */
export const uploadAllSizes = async (
  { isPicture, isSignature = false, needsSmallerVersions = false, prepare, save }: UploadSteps,
  file: File,
  onPercent: (percent: number) => void,
): Promise<string> => {
  const { picture, smallerVersions } = isPicture
    ? await (isSignature ? drawSignature(file) : resizePicture(file, needsSmallerVersions))
    : { picture: file, smallerVersions: [] };
  const noun = isPicture ? "image" : "file";
  const totalSize = [picture, ...smallerVersions].reduce((sum, { size }) => sum + size, 0);
  let sentBytes = 0;
  const uploadFile = async (content: Blob) => {
    const { uploadURL } = await runUploadStep("prepare", prepare, noun);
    const onProgress = (fraction: number) =>
      onPercent(Math.floor((100 * (sentBytes + fraction * content.size)) / totalSize));
    await runUploadStep("send", () => putFile(uploadURL, content, onProgress), noun);
    sentBytes += content.size;
    return uploadURL;
  };
  const url = await uploadFile(picture);
  const smallerUrls: string[] = [];
  for (const content of smallerVersions) smallerUrls.push(await uploadFile(content));
  return runUploadStep("save", () => retryWhileBusy(() => save(url, smallerUrls)), noun);
};
