import { useEffect, useState } from "react";
import { UPLOAD_MAX_BYTES } from "#contracts/limits.ts";
import { serverMessage } from "../../lib/api-error.ts";
import { logFailure } from "../../lib/log.ts";
import { showToast } from "../../ui/toast.ts";
import type { Upload, UploadState } from "../../ui/upload-field.tsx";
import { putFile } from "./put-file.ts";
import { shrinkImage } from "./shrink-image.ts";
import { UploadFailure, uploadStep } from "./upload-failure.ts";
import type { UploadKind } from "./upload-kinds.ts";

const NONE: UploadState = { status: "none" };

/** Signed address, PUT, then the server's check; answers what to store. */
const send = async (
  { isPicture, prepare, save }: UploadKind,
  file: File,
  onPercent: (percent: number) => void,
): Promise<string> => {
  const content = isPicture ? await shrinkImage(file) : file;
  const { uploadURL } = await uploadStep("prepare", prepare);
  await uploadStep("send", () => putFile(uploadURL, content, onPercent));
  return uploadStep("save", () => save(uploadURL));
};

/** The documents name alerts for two of the steps and a notification for the third (P§8). */
const report = (failure: UploadFailure, { told }: UploadKind): string => {
  logFailure(failure.message, failure.cause);
  const said = serverMessage(failure.cause);
  if (told) {
    showToast(told.failed);
    return said ?? failure.message;
  }
  if (failure.step === "prepare") alert("Failed to prepare upload. Please try again.");
  if (failure.step === "send") alert("Upload failed. Please try again.");
  if (failure.step === "save") {
    showToast({ title: "Upload Failed", description: said ?? failure.message });
  }
  return failure.step === "send" ? failure.message : (said ?? failure.message);
};

/**
 * A file goes up as soon as it is chosen, while the rest is still being written. `onStored` is told what to store, null
 * once it is removed.
 */
export const useUpload = (
  kind: UploadKind,
  onStored: (path: string | null) => void = () => undefined,
): Upload => {
  const [file, setFile] = useState<File | null>(null);
  const [preview, setPreview] = useState<string | null>(null);
  const [state, setState] = useState<UploadState>(NONE);

  useEffect(() => {
    if (!preview) return undefined;
    return () => URL.revokeObjectURL(preview);
  }, [preview]);

  const upload = async (chosen: File) => {
    setState({ status: "uploading", percent: 0 });
    try {
      const path = await send(kind, chosen, (percent) =>
        setState({ status: "uploading", percent }),
      );
      setState({ status: "ready", path });
      onStored(path);
      if (kind.told) showToast(kind.told.stored);
    } catch (error) {
      const failure = error instanceof UploadFailure ? error : new UploadFailure("send", error);
      setState({ status: "failed", message: report(failure, kind) });
    }
  };

  const choose = (chosen: File) => {
    if (chosen.size > UPLOAD_MAX_BYTES) {
      alert("File size exceeds 10MB limit");
      return;
    }
    setFile(chosen);
    if (kind.isPicture) setPreview(URL.createObjectURL(chosen));
    void upload(chosen);
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
      setState(NONE);
      onStored(null);
    },
  };
};
