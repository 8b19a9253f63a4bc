import { z } from "zod";
import { adminEndpoints, writeEndpoints } from "./endpoint.ts";
import { count, flag, id, idParams, line, message, picture, text, timestamp } from "./fields.ts";
import { exportEndpoint, listEndpoint } from "./list.ts";
import { version } from "./versions.ts";

export const publishedReport = z.object({
  id,
  filename: z.string(),
  fileUrl: z.string(),
  previewUrl: z.string().nullable(),
  description: z.string(),
  /** A picture of the report's first page, if there is one. */
  coverUrl: z.string().nullable(),
  coverAlt: z.string().nullable(),
  /** In bytes; null for older reports. */
  fileSize: count.nullable(),
  createdAt: timestamp,
});

const { imageUrl: coverUrl, imageAlt: coverAlt } = picture("site");
const descriptionFields = { description: text(500), coverUrl, coverAlt };

const report = publishedReport.extend({ published: z.boolean(), updatedAt: timestamp });

const listReports = listEndpoint({
  path: "/api/financial-reports",
  summary: "All reports",
  sorts: ["-createdAt", "createdAt", "filename", "-filename"],
  searchedFields: "file name and description",
  filters: { published: flag },
  item: report,
});

const writes = writeEndpoints("/api/financial-reports", report);

export const financialReportEndpoints = adminEndpoints("content", {
  listPublishedReports: listEndpoint({
    path: "/api/financial-reports/published",
    access: "public",
    summary: "Published reports, newest first",
    cacheable: true,
    sorts: ["-createdAt", "createdAt"],
    searchedFields: "file name and description",
    item: publishedReport,
  }),
  listReports,
  exportReports: exportEndpoint("/api/financial-reports/export", listReports),
  createReport: writes.create(
    "Check an uploaded report and save it",
    z.strictObject({
      ...z.object(descriptionFields).partial({ coverUrl: true, coverAlt: true }).shape,
      filename: line(255).regex(/^[^/\\]+$/, "Use a file name without slashes."),
      /** The URL that the file was uploaded to. */
      fileUrl: z.string().trim().min(1).max(2000),
      /** Accepted but ignored (FIN-31). Only images have a preview, and it's the image itself. */
      previewUrl: z.string().max(2000).nullable().optional(),
      /** Defaults to true (DATA-21). */
      published: z.boolean().optional(),
    }),
  ),
  getReportFile: {
    method: "GET",
    path: "/api/financial-reports/:id/file",
    access: "public",
    summary: "A published report's file; administrators can get unpublished ones too",
    params: idParams,
    output: "file",
  },
  updateReport: writes.update(
    "Update a report's description and cover picture; its file stays the same",
    z.strictObject(descriptionFields).partial().extend(version),
  ),
  toggleReportPublished: {
    method: "PATCH",
    path: "/api/financial-reports/:id/toggle-published",
    summary: "Publish or unpublish a report",
    params: idParams,
    // Sets the state instead of toggling it, so that an outdated list can't change it by mistake. Without a body, the
    // call toggles the state (FIN-32).
    body: z.strictObject({ published: z.boolean() }).optional(),
    output: message,
  },
  deleteReport: writes.remove("Permanently delete a report and its file"),
  createReportUpload: {
    method: "POST",
    path: "/api/financial-reports/upload",
    summary: "A signed URL to PUT a report to",
    rateLimit: { max: 200, windowSeconds: 3600 },
    body: z.strictObject({}).optional(),
    output: z.object({ uploadURL: z.string() }),
  },
});
