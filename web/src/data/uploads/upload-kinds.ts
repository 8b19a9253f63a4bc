import { IMAGE_TYPES } from "#contracts/limits.ts";
import { REPORT_TYPES } from "#rules/report-files.ts";
import { api } from "../../lib/api-client.ts";
import type { ToastText } from "../../ui/toast.ts";

/** Where a file goes, and what becomes of it there. */
export interface UploadKind {
  readonly accept: readonly string[];
  readonly isPicture: boolean;
  /** How large a chosen file may be, where that is less than for others. */
  readonly maxBytes?: number;
  /** Pages show it at many widths, so it goes up in several sizes. */
  readonly inSizes?: boolean;
  /** What is said of it, where the documents have notifications in place of the alerts. */
  readonly told?: { readonly stored: ToastText; readonly failed?: ToastText };
  /** A signed address that takes one PUT. */
  readonly prepare: () => Promise<{ readonly uploadURL: string }>;
  /** The server's check; answers what a record stores. */
  readonly save: (uploadURL: string, smaller: readonly string[]) => Promise<string>;
}

const picture = { accept: IMAGE_TYPES, isPicture: true } as const;

/** A picture that has none is told of as the documents say it. */
const withSmaller = (smaller: readonly string[]) =>
  smaller.length === 0 ? {} : { smaller: [...smaller] };

/** Anybody's, for a story that waits for review. */
export const testimonialImage: UploadKind = {
  ...picture,
  inSizes: true,
  prepare: () => api("POST /api/testimonials/upload"),
  save: async (testimonialImageURL, smaller) => {
    const body = { testimonialImageURL, ...withSmaller(smaller) };
    return (await api("PUT /api/testimonials/image", { body })).objectPath;
  },
};

/** An administrator's, for blog posts and sections; public once it is checked. */
export const siteImage: UploadKind = {
  ...picture,
  inSizes: true,
  prepare: () => api("POST /api/objects/upload", { as: "admin" }),
  save: async (url, smaller) => {
    const body = { url, ...withSmaller(smaller) };
    return (await api("POST /api/normalize-object-path", { as: "admin", body })).objectPath;
  },
};

const BLOG_IMAGE_MAX_BYTES = 5_242_880;

/** The picture of a blog post, which may be half as large as others (A§5). */
export const blogImage: UploadKind = {
  ...siteImage,
  maxBytes: BLOG_IMAGE_MAX_BYTES,
  told: {
    stored: {
      title: "Image Uploaded",
      description: "Your image has been uploaded successfully!",
      variant: "success",
    },
  },
};

/** The mission section has a call of its own (A§7). */
export const missionImage: UploadKind = {
  ...siteImage,
  save: async (missionImageURL, smaller) => {
    const body = { missionImageURL, ...withSmaller(smaller) };
    return (await api("PUT /api/objects/image", { as: "admin", body })).objectPath;
  },
};

/** A volunteer's own, shown once the highlight is published; whatever picture her browser can read (P§5). */
export const highlightImage: UploadKind = {
  accept: ["image/*"],
  isPicture: true,
  inSizes: true,
  told: {
    stored: { title: "Image uploaded", variant: "success" },
    failed: {
      title: "Upload failed",
      description: "Failed to upload image. Please try again.",
    },
  },
  prepare: () => api("POST /api/objects/upload", { as: "volunteer" }),
  save: async (url, smaller) => {
    const body = { url, ...withSmaller(smaller) };
    return (await api("POST /api/normalize-object-path", { as: "volunteer", body })).objectPath;
  },
};

/** Its address is what the record is created with; the server looks at the file then. */
export const reportFile: UploadKind = {
  accept: Object.keys(REPORT_TYPES).map((extension) => `.${extension}`),
  isPicture: false,
  prepare: () => api("POST /api/financial-reports/upload", { as: "admin" }),
  save: (uploadURL) => Promise.resolve(uploadURL),
};
