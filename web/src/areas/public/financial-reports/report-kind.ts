export type ReportKind = "pdf" | "office" | "other";

const OFFICE = new Set(["xls", "xlsx", "doc", "docx"]);

/** Decides the buttons: a PDF opens, an office file can only be downloaded, the rest can be viewed (P§2). */
export const reportKind = (filename: string): ReportKind => {
  const extension = filename.split(".").at(-1)?.toLowerCase() ?? "";
  if (extension === "pdf") return "pdf";
  return OFFICE.has(extension) ? "office" : "other";
};
