import { financialReportEndpoints } from "../../_shared/contracts/financial-reports.ts";
import { AppError } from "../../_shared/errors.ts";
import { checkAlone } from "../../_shared/http/file-checks.ts";
import { requireFound, implement } from "../../_shared/http/handlers.ts";
import { csvExport } from "../../_shared/http/csv-export.ts";
import { inBackground } from "../../_shared/http/in-background.ts";
import { fileAnswer } from "../../_shared/http/raw-answers.ts";
import { timestampColumns, type CsvColumn } from "../../_shared/rules/csv.ts";
import { isDocument, REPORT_TYPES, reportExtension } from "../../_shared/rules/report-files.ts";
import { uploadedKey } from "../../_shared/rules/upload-places.ts";
import {
  createReport,
  findReportFile,
  listPublishedReports,
  listReports,
  readAllReports,
  type Report,
  reportWrites,
  setReportPublished,
  updateReport,
} from "./queries.ts";

const reportColumns: readonly CsvColumn<Report>[] = [
  ...timestampColumns<Report>(["Added", "Time added"], ({ createdAt }) => createdAt),
  { heading: "Description", cell: ({ description }) => description },
  { heading: "File", cell: ({ filename }) => filename },
  { heading: "Size in bytes", cell: ({ fileSize }) => fileSize },
  { heading: "Published", cell: ({ published }) => published },
  { heading: "Path", cell: ({ fileUrl }) => fileUrl },
  { heading: "ID", cell: ({ id }) => id },
];

/** The quarantine folder, the bucket, and the prefix of paths in the table. */
const REPORTS = "reports";

export default implement(financialReportEndpoints, {
  listPublishedReports: ({ asCaller, query }) =>
    asCaller((sql) => listPublishedReports(sql, query)),

  listReports: ({ asCaller, query }) => asCaller((sql) => listReports(sql, query)),

  exportReports: (call) =>
    csvExport(call, "financial-reports", reportColumns, (sql) => readAllReports(sql, call.query)),

  getReportFile: async ({ asCaller, services, params: { id } }) => {
    const { filename, fileUrl } = requireFound(
      await asCaller((sql) => findReportFile(sql, id)),
      "report",
    );
    const key = keyOf(fileUrl);
    const type = REPORT_TYPES[requireFound(reportExtension(key), "report")];
    return fileAnswer(requireFound(await services.storage.open(REPORTS, key), "report"), {
      type,
      filename,
    });
  },

  toggleReportPublished: async ({ asCaller, params: { id }, body }) => {
    const { published } = requireFound(
      await asCaller((sql) => setReportPublished(sql, id, body?.published)),
      "report",
    );
    return { message: published ? "Report published" : "Report unpublished" };
  },

  deleteReport: async ({ asCaller, services: { storage }, params: { id } }) => {
    const { fileUrl } = requireFound(
      await asCaller((sql) => reportWrites.remove(sql, id)),
      "report",
    );
    // Without the report the file is unreachable, and the sweep removes it if this fails.
    inBackground("remove the file of a deleted report", async () => {
      await storage.remove(REPORTS, [keyOf(fileUrl)]);
    });
    return { message: "Report deleted" };
  },

  createReportUpload: async ({ services }) => ({
    uploadURL: await services.storage.signUpload("uploads", `${REPORTS}/${crypto.randomUUID()}`),
  }),

  updateReport: async ({ asCaller, params: { id }, body }) =>
    requireFound(await asCaller((sql) => updateReport(sql, id, body)), "report"),

  createReport: async ({ asCaller, services, body, once }) => {
    const { description, filename, fileUrl, coverUrl = null, coverAlt = null } = body;
    const { published = true } = body;
    const { storage, environment } = services;
    const upload = uploadedKey(fileUrl, environment.SUPABASE_URL, REPORTS);
    if (upload === undefined) throw uploadNotFound();
    const file = await checkAlone(async () => {
      const bytes = await storage.take("uploads", upload);
      if (bytes === undefined) throw uploadNotFound();
      return checkedReport(filename, bytes);
    });
    const path = `/${upload}.${file.extension}`;
    const isNew = await storage.save(REPORTS, keyOf(path), file);
    if (!isNew) throw uploadNotFound();
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

const keyOf = (path: string): string => path.replace(`/${REPORTS}/`, "");

const uploadNotFound = () =>
  new AppError("upload_not_found", {
    message: "We couldn't find this upload. Please choose the file again.",
  });

/** Returns the file to store: its content matches the extension, and images are cleaned of metadata. */
async function checkedReport(filename: string, bytes: Uint8Array<ArrayBuffer>) {
  const extension = reportExtension(filename);
  if (extension === undefined) throw new AppError("report_not_accepted");
  const type = REPORT_TYPES[extension];
  if (isDocument(extension, bytes)) return { bytes, type, extension };
  // Imported on use only, to keep reads fast.
  const { cleanImage } = await import("../../_shared/images/clean-image.ts");
  const picture = await cleanImage(bytes);
  if (picture?.type !== type) throw new AppError("report_not_accepted");
  return { bytes: picture.bytes, type, extension };
}
