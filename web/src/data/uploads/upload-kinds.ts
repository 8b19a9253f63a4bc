import { IMAGE_TYPES } from "#contracts/choices.ts";
import { REPORT_TYPES } from "#rules/report-files.ts";
import { api } from "#lib/api/api-client.ts";
import type { SuccessText } from "#ui/messages/show-success.ts";
import type { ToastText } from "#ui/messages/toast.ts";

/** A destination for uploads: its limits, its endpoints, and its messages. */
export interface UploadKind {
  readonly accept: readonly string[];
  readonly isPicture: boolean;
  /** Size limit, if lower than the default. */
  readonly maxBytes?: number;
  /** Uploads smaller versions too, because pages show the picture at many widths. */
  readonly needsSmallerVersions?: boolean;
  /** Toasts that the requirements ask for instead of alerts. */
  readonly toasts?: { readonly success: SuccessText; readonly failure?: ToastText };
  /** Returns a signed URL for one PUT. */
  readonly prepare: () => Promise<{ readonly uploadURL: string }>;
  /** Has the server check the upload; returns the path to store in the record. */
  readonly save: (uploadURL: string, smallerUrls: readonly string[]) => Promise<string>;
}

const pictureKind = { accept: IMAGE_TYPES, isPicture: true } as const;

/** Leaves out an empty list, as in the documented body. */
const smallerField = (smallerUrls: readonly string[]) =>
  smallerUrls.length === 0 ? {} : { smaller: [...smallerUrls] };

/** Uploads from any visitor, for a story that will be reviewed. */
export const testimonialImage: UploadKind = {
  ...pictureKind,
  needsSmallerVersions: true,
  prepare: () => api("POST /api/testimonials/upload"),
  save: async (testimonialImageURL, smallerUrls) => {
    const body = { testimonialImageURL, ...smallerField(smallerUrls) };
    return (await api("PUT /api/testimonials/image", { body })).objectPath;
  },
};

/**
 * Uploads from an administrator, for posts and sections. They are public after the server's
 * check.
 */
export const siteImage: UploadKind = {
  ...pictureKind,
  needsSmallerVersions: true,
  prepare: () => api("POST /api/objects/upload", { as: "admin" }),
  save: async (url, smallerUrls) => {
    const body = { url, ...smallerField(smallerUrls) };
    return (await api("POST /api/normalize-object-path", { as: "admin", body })).objectPath;
  },
};

const BLOG_IMAGE_MAX_BYTES = 5_242_880;

/** A post's picture, limited to 5 MB (ABLOG-22). */
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
    const body = { missionImageURL, ...smallerField(smallerUrls) };
    return (await api("PUT /api/objects/image", { as: "admin", body })).objectPath;
  },
};

/**
 * Uploads from a volunteer, in any format the browser can read (HIGH-11). They become public
 * with the highlight.
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
    const body = { url, ...smallerField(smallerUrls) };
    return (await api("POST /api/normalize-object-path", { as: "volunteer", body })).objectPath;
  },
};

/** Stores the upload URL itself; the server checks the file when the record is created. */
export const reportFile: UploadKind = {
  accept: Object.keys(REPORT_TYPES).map((extension) => `.${extension}`),
  isPicture: false,
  prepare: () => api("POST /api/financial-reports/upload", { as: "admin" }),
  save: (uploadURL) => Promise.resolve(uploadURL),
};
