import { useEffect, useState } from "react";
import { IMAGE_TYPES } from "#contracts/choices.ts";
import { UPLOAD_MAX_BYTES } from "#contracts/limits.ts";
import { api } from "#lib/api/api-client.ts";
import { getServerMessage } from "#lib/api/refusals.ts";
import { isTimeout } from "#lib/api/time-limit.ts";
import { withCaptcha } from "#lib/api/with-captcha.ts";
import { logError } from "#lib/log.ts";
import { getStorageRefusal, UploadFailure } from "#lib/uploads/upload-failure.ts";
import { uploadAllSizes, type UploadSteps, type VersionUrls } from "#lib/uploads/upload-sizes.ts";
import { REPORT_TYPES } from "#rules/report-files.ts";
import type { Upload, UploadState } from "#ui/fields/upload-field.tsx";
import { showSuccess, type SuccessText } from "#ui/messages/show-success.ts";
import { showToast, type ToastText } from "#ui/messages/toast.ts";

/** A kind of upload: its limits, endpoints and messages. */
export interface UploadKind extends UploadSteps {
  readonly accept: readonly string[];
  /** The size limit, if it's lower than the default. */
  readonly maxBytes?: number;
  /** Toasts to show where the requirements ask for a toast instead of an alert. */
  readonly toasts?: { readonly success: SuccessText; readonly failure?: ToastText };
}

const pictureKind = { accept: IMAGE_TYPES, isPicture: true } as const;

/** Omits the field if the list is empty, as documented. */
const createSmallerField = ({ smallerUrls }: VersionUrls) =>
  smallerUrls.length === 0 ? {} : { smaller: [...smallerUrls] };

/** Pictures that any visitor uploads for a story, which is then reviewed. */
export const testimonialImage: UploadKind = {
  ...pictureKind,
  needsSmallerVersions: true,
  prepare: () => api("POST /api/testimonials/upload"),
  save: async (testimonialImageURL, versions) => {
    const body = { testimonialImageURL, ...createSmallerField(versions) };
    return (await api("PUT /api/testimonials/image", { body: await withCaptcha(body) })).objectPath;
  },
};

/**
 * Pictures that an administrator uploads for posts and sections. They become public once the server has checked them.
 */
export const siteImage: UploadKind = {
  ...pictureKind,
  needsSmallerVersions: true,
  prepare: () => api("POST /api/objects/upload", { as: "admin" }),
  save: async (url, versions) => {
    const { shareUrl } = versions;
    const body = { url, ...createSmallerField(versions), ...(shareUrl && { share: shareUrl }) };
    return (await api("POST /api/normalize-object-path", { as: "admin", body })).objectPath;
  },
};

const BLOG_IMAGE_MAX_BYTES = 5_242_880;

/** A post's picture, which may have at most 5 MB (ABLOG-22). Link previews of the post show it, too. */
export const blogImage: UploadKind = {
  ...siteImage,
  needsShareVersion: true,
  maxBytes: BLOG_IMAGE_MAX_BYTES,
  toasts: {
    success: {
      title: "Image Uploaded",
      description: "Your image has been uploaded successfully!",
    },
  },
};

/** The mission section has its own endpoint (UPL-08). */
export const missionImage: UploadKind = {
  ...siteImage,
  save: async (missionImageURL, versions) => {
    const body = { missionImageURL, ...createSmallerField(versions) };
    return (await api("PUT /api/objects/image", { as: "admin", body })).objectPath;
  },
};

/**
 * Pictures that a volunteer uploads, in any format that the browser can read (HIGH-11). They become public when the
 * highlight does.
 */
export const highlightImage: UploadKind = {
  accept: ["image/*"],
  isPicture: true,
  needsSmallerVersions: true,
  toasts: {
    success: "Image uploaded",
    failure: {
      title: "Upload failed",
      description: "Failed to upload image. Please try again.",
    },
  },
  prepare: () => api("POST /api/objects/upload", { as: "volunteer" }),
  save: async (url, versions) => {
    const body = { url, ...createSmallerField(versions) };
    return (await api("POST /api/normalize-object-path", { as: "volunteer", body })).objectPath;
  },
};

/** The picture of a signature, which the papers show and which never becomes public. */
export const signatureImage: UploadKind = {
  ...pictureKind,
  isSignature: true,
  prepare: () => api("POST /api/objects/upload", { as: "admin" }),
  save: async (url) =>
    (await api("POST /api/settings/signature", { as: "admin", body: { url } })).objectPath,
};

/** A report's file. The record stores the upload URL, and the server checks the file when the record is created. */
export const reportFile: UploadKind = {
  accept: Object.keys(REPORT_TYPES).map((extension) => `.${extension}`),
  isPicture: false,
  prepare: () => api("POST /api/financial-reports/upload", { as: "admin" }),
  save: (uploadURL) => Promise.resolve(uploadURL),
};

const MEGABYTE = 1_048_576;

const NO_UPLOAD: UploadState = { status: "none" };

/** Shows an alert and returns false if the file is too large. */
export const isSmallEnough = (file: File, { maxBytes = UPLOAD_MAX_BYTES }: UploadKind): boolean => {
  if (file.size <= maxBytes) return true;
  alert(`File size exceeds ${maxBytes / MEGABYTE}MB limit`);
  return false;
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
