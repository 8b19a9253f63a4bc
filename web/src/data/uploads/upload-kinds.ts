import { IMAGE_TYPES } from "#contracts/choices.ts";
import { REPORT_TYPES } from "#rules/report-files.ts";
import { api } from "#lib/api/api-client.ts";
import type { SuccessText } from "#ui/messages/show-success.ts";
import type { ToastText } from "#ui/messages/toast.ts";

/** A kind of upload: its limits, endpoints and messages. */
export interface UploadKind {
  readonly accept: readonly string[];
  readonly isPicture: boolean;
  /** The size limit, if it's lower than the default. */
  readonly maxBytes?: number;
  /** Also uploads smaller versions, because pages show the picture at many widths. */
  readonly needsSmallerVersions?: boolean;
  /** Toasts to show where the requirements ask for a toast instead of an alert. */
  readonly toasts?: { readonly success: SuccessText; readonly failure?: ToastText };
  /** Returns a signed URL for a single PUT. */
  readonly prepare: () => Promise<{ readonly uploadURL: string }>;
  /** Asks the server to check the upload. Returns the path to store in the record. */
  readonly save: (uploadURL: string, smallerUrls: readonly string[]) => Promise<string>;
}

const pictureKind = { accept: IMAGE_TYPES, isPicture: true } as const;

/** Omits the field if the list is empty, as documented. */
const createSmallerField = (smallerUrls: readonly string[]) =>
  smallerUrls.length === 0 ? {} : { smaller: [...smallerUrls] };

/** Pictures that any visitor uploads for a story, which is then reviewed. */
export const testimonialImage: UploadKind = {
  ...pictureKind,
  needsSmallerVersions: true,
  prepare: () => api("POST /api/testimonials/upload"),
  save: async (testimonialImageURL, smallerUrls) => {
    const body = { testimonialImageURL, ...createSmallerField(smallerUrls) };
    return (await api("PUT /api/testimonials/image", { body })).objectPath;
  },
};

/**
 * Pictures that an administrator uploads for posts and sections. They become public once the server has checked them.
 */
export const siteImage: UploadKind = {
  ...pictureKind,
  needsSmallerVersions: true,
  prepare: () => api("POST /api/objects/upload", { as: "admin" }),
  save: async (url, smallerUrls) => {
    const body = { url, ...createSmallerField(smallerUrls) };
    return (await api("POST /api/normalize-object-path", { as: "admin", body })).objectPath;
  },
};

const BLOG_IMAGE_MAX_BYTES = 5_242_880;

/** A post's picture, which may have at most 5 MB (ABLOG-22). */
export const blogImage: UploadKind = {
  ...siteImage,
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
  save: async (missionImageURL, smallerUrls) => {
    const body = { missionImageURL, ...createSmallerField(smallerUrls) };
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
  save: async (url, smallerUrls) => {
    const body = { url, ...createSmallerField(smallerUrls) };
    return (await api("POST /api/normalize-object-path", { as: "volunteer", body })).objectPath;
  },
};

/** A report's file. The record stores the upload URL, and the server checks the file when the record is created. */
export const reportFile: UploadKind = {
  accept: Object.keys(REPORT_TYPES).map((extension) => `.${extension}`),
  isPicture: false,
  prepare: () => api("POST /api/financial-reports/upload", { as: "admin" }),
  save: (uploadURL) => Promise.resolve(uploadURL),
};
