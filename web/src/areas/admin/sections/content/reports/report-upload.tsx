import { financialReportEndpoints } from "#contracts/financial-reports.ts";
import { financialReports } from "../../../../../data/financial-reports/resource.ts";
import { reportFile } from "../../../../../data/uploads/upload-kinds.ts";
import { FormArea } from "../../../../../kit/form-fields.tsx";
import { FormUpload } from "../../../../../kit/form-upload.tsx";
import { RecordEditor } from "../../../../../kit/record-editor.tsx";

const { body } = financialReportEndpoints.createReport;
const SCHEMAS = { create: body, update: body };
const EMPTY = { description: "", filename: "", fileUrl: null };
const NO_DESCRIPTION = {
  title: "Missing Description",
  description: "Please provide a description for the financial report before uploading.",
};

/** A new report, which visitors see as soon as it is there. */
export const ReportUpload = ({ onDone }: { readonly onDone: () => void }) => (
  <RecordEditor
    noun="financial report"
    resource={financialReports}
    schemas={SCHEMAS}
    record={null}
    empty={EMPTY}
    words={{
      submits: [{ label: "Upload Report", values: {} }],
      done: "Financial report uploaded and published",
      failure: { title: "Upload Failed", fallback: "Failed to upload financial report" },
    }}
    toldOf={({ description }) => (description ? NO_DESCRIPTION : undefined)}
    onDone={onDone}
  >
    <FormArea
      name="description"
      label="Description"
      rows={2}
      placeholder="Annual report 2026"
      className="sm:col-span-2"
    />
    <FormUpload
      name="fileUrl"
      nameField="filename"
      label="Choose a file"
      hint="PDF, Word, Excel, CSV or an image, up to 10 MB"
      kind={reportFile}
    />
  </RecordEditor>
);
