import { ApiError } from "#lib/api/api-error.ts";
import { wait } from "#lib/time/wait.ts";
import { putFile } from "./put-file.ts";
import {
  drawSignature,
  type NeededVersions,
  type ResizedPicture,
  resizePicture,
} from "./resize-picture.ts";
import { runUploadStep } from "./upload-failure.ts";

/** The upload URLs of a picture's versions. */
export interface VersionUrls {
  readonly smallerUrls: readonly string[];
  readonly shareUrl?: string;
}

/** How a kind of file is uploaded, and which versions of a picture are uploaded with it. */
export interface UploadSteps extends NeededVersions {
  readonly isPicture: boolean;
  /** Draws the picture in the size and type that papers need. */
  readonly isSignature?: boolean;
  /** Returns a signed URL for a single PUT. */
  readonly prepare: () => Promise<{ readonly uploadURL: string }>;
  /** Asks the server to check the upload. Returns the path to store in the record. */
  readonly save: (uploadURL: string, versions: VersionUrls) => Promise<string>;
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

/** Uploads every version to a separate signed URL, has the server check them, and returns the path to store. */
export const uploadAllSizes = async (
  { isPicture, isSignature = false, prepare, save, ...neededVersions }: UploadSteps,
  file: File,
  onPercent: (percent: number) => void,
): Promise<string> => {
  const resizedPicture: ResizedPicture = isPicture
    ? await (isSignature ? drawSignature(file) : resizePicture(file, neededVersions))
    : { picture: file, smallerVersions: [] };
  const { picture, smallerVersions, shareVersion } = resizedPicture;
  const noun = isPicture ? "image" : "file";
  const allVersions = [picture, ...smallerVersions, ...(shareVersion ? [shareVersion] : [])];
  const totalSize = allVersions.reduce((sum, { size }) => sum + size, 0);
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
  const versions = {
    smallerUrls,
    ...(shareVersion && { shareUrl: await uploadFile(shareVersion) }),
  };
  return runUploadStep("save", () => retryWhileBusy(() => save(url, versions)), noun);
};
