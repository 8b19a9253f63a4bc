import { financialReportEndpoints } from "../../_shared/contracts/financial-reports.ts";
import { AppError } from "../../_shared/errors.ts";
import { runQueuedCheck } from "../../_shared/http/file-checks.ts";
import { requireNoun, implement } from "../../_shared/http/handlers.ts";
import { exportCsv } from "../../_shared/http/csv-export.ts";
import { runInBackground } from "../../_shared/http/in-background.ts";
import { createFileResponse } from "../../_shared/http/raw-responses.ts";
import { createTimestampColumns, type CsvColumn } from "../../_shared/rules/csv.ts";
import {
  hasMatchingContent,
  REPORT_TYPES,
  readReportExtension,
} from "../../_shared/rules/report-files.ts";
import { readUploadedKey } from "../../_shared/rules/upload-places.ts";
import {
  createReport,
  findReportFile,
  listPublishedReports,
  listReports,
  openReportList,
  type Report,
  reportWrites,
  setReportPublished,
  updateReport,
} from "./queries.ts";

const requireReport = requireNoun("report");

const reportColumns: readonly CsvColumn<Report>[] = [
  ...createTimestampColumns<Report>(["Added", "Time added"], ({ createdAt }) => createdAt),
  { heading: "Description", cell: ({ description }) => description },
  { heading: "File", cell: ({ filename }) => filename },
  { heading: "Size in bytes", cell: ({ fileSize }) => fileSize },
  { heading: "Published", cell: ({ published }) => published },
  { heading: "Path", cell: ({ fileUrl }) => fileUrl },
  { heading: "ID", cell: ({ id }) => id },
];

/** The name of the bucket, which is also the quarantine folder and the prefix of the paths in the table. */
const REPORTS_BUCKET = "reports";

export default implement(financialReportEndpoints, {
  listPublishedReports: ({ asCaller, query }) =>
    asCaller((sql) => listPublishedReports(sql, query)),

  listReports: ({ asCaller, query }) => asCaller((sql) => listReports(sql, query)),

  exportReports: (call) =>
    exportCsv(call, {
      name: "financial-reports",
      columns: reportColumns,
      open: (sql) => openReportList(sql, call.query),
    }),

  getReportFile: async ({ asCaller, services, params: { id } }) => {
    const { filename, fileUrl } = requireReport(await asCaller((sql) => findReportFile(sql, id)));
    const key = toStorageKey(fileUrl);
    const type = REPORT_TYPES[requireReport(readReportExtension(key))];
    return createFileResponse(requireReport(await services.storage.open(REPORTS_BUCKET, key)), {
      type,
      filename,
    });
  },

  toggleReportPublished: async ({ asCaller, params: { id }, body }) => {
    const { published } = requireReport(
      await asCaller((sql) => setReportPublished(sql, id, body?.published)),
    );
    return { message: published ? "Report published" : "Report unpublished" };
  },

  deleteReport: async ({ asCaller, services: { storage }, params: { id }, query: { version } }) => {
    const removed = await asCaller((sql) => reportWrites.remove(sql, id, version));
    const { fileUrl } = requireReport(removed);
    // Without the report, the file is unreachable. If removing the file fails, the sweep removes it later.
    runInBackground("remove the file of a deleted report", async () => {
      await storage.remove(REPORTS_BUCKET, [toStorageKey(fileUrl)]);
    });
    return { message: "Report deleted" };
  },

  createReportUpload: async ({ services }) => ({
    uploadURL: await services.storage.signUpload(
      "uploads",
      `${REPORTS_BUCKET}/${crypto.randomUUID()}`,
    ),
  }),

  updateReport: async ({ asCaller, params: { id }, body }) =>
    requireReport(await asCaller((sql) => updateReport(sql, id, body))),

  createReport: async ({ asCaller, services, caller, body, once }) => {
    const { description, filename, fileUrl, coverUrl = null, coverAlt = null } = body;
    const { published = true } = body;
    const { storage, environment } = services;
    const uploadKey = readUploadedKey(fileUrl, environment.PUBLIC_SUPABASE_URL, REPORTS_BUCKET);
    if (uploadKey === undefined) throw createUploadNotFoundError();
    const file = await runQueuedCheck(caller, async () => {
      const bytes = await storage.take("uploads", uploadKey);
      if (bytes === undefined) throw createUploadNotFoundError();
      return checkReport(filename, bytes);
    });
    const path = `/${uploadKey}.${file.extension}`;
    const isNew = await storage.save(REPORTS_BUCKET, toStorageKey(path), file);
    if (!isNew) throw createUploadNotFoundError();
    return asCaller((sql) =>
      once(sql, () =>
        createReport(sql, {
          description,
          filename,
          coverUrl,
          coverAlt,
          published,
          fileUrl: path,
          fileSize: file.bytes.length,
          previewUrl: file.type.startsWith("image/") ? path : null,
        }),
      ),
    );
  },
});

const toStorageKey = (path: string): string => path.replace(`/${REPORTS_BUCKET}/`, "");

const createUploadNotFoundError = () =>
  new AppError("upload_not_found", {
    message: "We couldn't find this upload. Please choose the file again.",
  });

/** Returns the file to store, without the metadata of images. Throws if the content doesn't match the extension. */
async function checkReport(filename: string, bytes: Uint8Array<ArrayBuffer>) {
  const extension = readReportExtension(filename);
  if (extension === undefined) throw new AppError("report_not_accepted");
  const type = REPORT_TYPES[extension];
  if (hasMatchingContent(extension, bytes)) return { bytes, type, extension };
  // This import happens only when it's needed, to keep reads fast.
  const { cleanImage } = await import("../../_shared/images/clean-image.ts");
  const picture = await cleanImage(bytes);
  if (picture?.type !== type) throw new AppError("report_not_accepted");
  return { bytes: picture.bytes, type, extension };
}
