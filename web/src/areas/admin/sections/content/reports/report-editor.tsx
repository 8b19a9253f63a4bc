import type { z } from "zod";
import { financialReportEndpoints } from "#contracts/financial-reports.ts";
import { financialReports, type AdminReport } from "#data/financial-reports/resource.ts";
import { reportFile, siteImage } from "#data/uploads/mutations.ts";
import { FormArea } from "#kit/forms/form-fields.tsx";
import { FormUpload } from "#kit/forms/form-upload.tsx";
import { type EditorText, RecordEditor } from "#kit/forms/record-editor.tsx";
import type { FormValues } from "#kit/forms/record-form.tsx";

const SCHEMAS = {
  create: financialReportEndpoints.createReport.body,
  update: financialReportEndpoints.updateReport.body,
};
const EMPTY_DETAILS = { description: "", coverUrl: null, coverAlt: null };
const EMPTY_UPLOAD = { ...EMPTY_DETAILS, filename: "", fileUrl: null };
const MISSING_DESCRIPTION_NOTICE = {
  title: "Missing Description",
  description: "Please provide a description for the financial report before uploading.",
};

const UPLOAD_TEXT: EditorText = {
  submitButtons: [
    { label: "Upload Report", values: {} },
    { label: "Upload Without Publishing", values: { published: false } },
  ],
  success: ({ published }: FormValues) =>
    published === false
      ? "Financial report uploaded. Visitors can't see it yet."
      : "Financial report uploaded and published",
  failure: { title: "Upload Failed", fallback: "We couldn't upload the report. Please try again." },
};

type ReportInput = z.input<typeof SCHEMAS.create>;

export interface ReportEditorProps {
  /** Null for a new report. */
  readonly report: AdminReport | null;
  readonly onDone: () => void;
}

/** Adds a report, or edits a report's description and cover picture. The file can't be replaced later. */
export const ReportEditor = ({ report, onDone }: ReportEditorProps) => (
  <RecordEditor
    noun="financial report"
    resource={financialReports}
    schemas={SCHEMAS}
    record={report}
    emptyValues={report ? EMPTY_DETAILS : EMPTY_UPLOAD}
    {...(report ? {} : { texts: UPLOAD_TEXT })}
    noticeFor={({ description }) => (description ? MISSING_DESCRIPTION_NOTICE : undefined)}
    onDone={onDone}
  >
    <FormArea<ReportInput>
      name="description"
      label="Description"
      rows={2}
      placeholder="Annual report 2026"
      className="sm:col-span-2"
    />
    {!report && (
      <FormUpload<ReportInput>
        name="fileUrl"
        nameField="filename"
        label="Choose a file"
        hint="PDF, Word, Excel, CSV or an image, up to 10 MB"
        kind={reportFile}
      />
    )}
    <FormUpload<ReportInput>
      name="coverUrl"
      altField="coverAlt"
      label="Picture of the first page (optional)"
      hint="A screenshot, for example. Visitors see it instead of a generic document cover."
      kind={siteImage}
    />
  </RecordEditor>
);
