import { useEffect, useState } from "react";
import { UPLOAD_MAX_BYTES } from "#contracts/limits.ts";
import { getServerMessage } from "#lib/api/refusals.ts";
import { logError } from "#lib/log.ts";
import { isTimeout } from "#lib/api/time-limit.ts";
import { showSuccess } from "#ui/messages/show-success.ts";
import { showToast } from "#ui/messages/toast.ts";
import type { Upload, UploadState } from "#ui/fields/upload-field.tsx";
import { putFile } from "./put-file.ts";
import { resizePicture } from "./resize-picture.ts";
import { getStorageRefusal, UploadFailure, runUploadStep } from "./upload-failure.ts";
import type { UploadKind } from "./upload-kinds.ts";
import { ApiError } from "#lib/api/api-error.ts";

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
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    }
  }
};

const MEGABYTE = 1_048_576;
const NO_UPLOAD: UploadState = { status: "none" };

/** Shows an alert and returns false if the file is too large. */
export const isSmallEnough = (file: File, { maxBytes = UPLOAD_MAX_BYTES }: UploadKind): boolean => {
  if (file.size <= maxBytes) return true;
  alert(`File size exceeds ${maxBytes / MEGABYTE}MB limit`);
  return false;
};

/** Uploads every size to a separate signed URL, has the server check them, and returns the path to store. */
const uploadAllSizes = async (
  { isPicture, needsSmallerVersions = false, prepare, save }: UploadKind,
  file: File,
  onPercent: (percent: number) => void,
): Promise<string> => {
  const { picture, smallerVersions } = isPicture
    ? await resizePicture(file, needsSmallerVersions)
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

/** Reports a failure in an alert or a toast (UPL-11 to UPL-13) and returns the message for the field. */
const reportFailure = (failure: UploadFailure, { toasts }: UploadKind): string => {
  logError(failure.message, failure.cause);
  const serverText = getServerMessage(failure.cause);
  if (toasts?.failure) {
    showToast(toasts.failure);
    return serverText ?? failure.message;
  }
  if (failure.step === "prepare") alert("Failed to prepare upload. Please try again.");
  if (failure.step === "send") alert("Upload failed. Please try again.");
  if (failure.step === "save") {
    showToast({ title: "Upload Failed", description: serverText ?? failure.message });
  }
  // The messages of Supabase Storage are written for developers.
  if (failure.step === "send") {
    const refusal = getStorageRefusal(failure.cause);
    if (refusal) return refusal;
  }
  const isMessageForUsers = failure.step !== "send" || isTimeout(failure.cause);
  return (isMessageForUsers && serverText) || failure.message;
};

/** Uploads the file and returns its path. If that fails, reports it and returns the message for the field. */
export const sendUpload = async (
  kind: UploadKind,
  file: File,
  onPercent: (percent: number) => void,
): Promise<{ readonly path: string } | { readonly message: string }> => {
  try {
    const path = await uploadAllSizes(kind, file, onPercent);
    if (kind.toasts) showSuccess(kind.toasts.success);
    return { path };
  } catch (error) {
    const failure = error instanceof UploadFailure ? error : new UploadFailure("send", error);
    return { message: reportFailure(failure, kind) };
  }
};

/**
 * Uploads a file as soon as it is chosen, while the user fills in the rest of the form. Calls `onPathChange` with the
 * path to store, or with null once the file is removed.
 */
export const useUpload = (
  kind: UploadKind,
  onPathChange: (path: string | null) => void = () => undefined,
): Upload => {
  const [file, setFile] = useState<File | null>(null);
  const [preview, setPreview] = useState<string | null>(null);
  const [state, setState] = useState<UploadState>(NO_UPLOAD);

  useEffect(() => {
    if (!preview) return undefined;
    return () => URL.revokeObjectURL(preview);
  }, [preview]);

  const upload = async (newFile: File) => {
    setState({ status: "uploading", percent: 0 });
    const result = await sendUpload(kind, newFile, (percent) =>
      setState({ status: "uploading", percent }),
    );
    if ("path" in result) {
      setState({ status: "ready", path: result.path });
      onPathChange(result.path);
    } else setState({ status: "failed", message: result.message });
  };

  const choose = (newFile: File) => {
    if (!isSmallEnough(newFile, kind)) return;
    setFile(newFile);
    if (kind.isPicture) setPreview(URL.createObjectURL(newFile));
    void upload(newFile);
  };

  return {
    accept: kind.accept,
    state,
    preview,
    name: file?.name ?? "",
    choose,
    retry: () => void (file && upload(file)),
    remove: () => {
      setFile(null);
      setPreview(null);
      setState(NO_UPLOAD);
      onPathChange(null);
    },
  };
};
