import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { flag, id, idParams, imageUrl, line, message, text, timestamp } from "./fields.ts";
import { listEndpoint } from "./list.ts";

export const publishedReport = z.object({
  id,
  filename: z.string(),
  fileUrl: z.string(),
  previewUrl: z.string().nullable(),
  description: z.string(),
  createdAt: timestamp,
});

const report = publishedReport.extend({ published: z.boolean(), updatedAt: timestamp });

export const financialReportEndpoints = {
  listPublishedReports: listEndpoint({
    path: "/api/financial-reports/published",
    access: "public",
    summary: "Published reports, newest first",
    cacheable: true,
    sorts: ["-createdAt", "createdAt"],
    searches: "file name and description",
    item: publishedReport,
  }),
  listReports: listEndpoint({
    path: "/api/financial-reports",
    access: "admin",
    summary: "All reports",
    sorts: ["-createdAt", "createdAt", "filename", "-filename"],
    searches: "file name and description",
    filters: { published: flag },
    item: report,
  }),
  createReport: endpoint({
    method: "POST",
    path: "/api/financial-reports",
    access: "admin",
    summary: "Record an uploaded report",
    status: 201,
    body: z.strictObject({
      description: text(1000),
      filename: line(255),
      fileUrl: imageUrl,
      previewUrl: imageUrl.nullable().default(null),
    }),
    output: report,
  }),
  toggleReportPublished: endpoint({
    method: "PATCH",
    path: "/api/financial-reports/:id/toggle-published",
    access: "admin",
    summary: "Publish or unpublish a report",
    params: idParams,
    output: message,
  }),
  deleteReport: endpoint({
    method: "DELETE",
    path: "/api/financial-reports/:id",
    access: "admin",
    summary: "Delete a report and its file for good",
    params: idParams,
    output: message,
  }),
  createReportUpload: endpoint({
    method: "POST",
    path: "/api/financial-reports/upload",
    access: "admin",
    summary: "A signed address to PUT a report to",
    body: z.strictObject({}).optional(),
    output: z.object({ uploadURL: z.string() }),
  }),
};
