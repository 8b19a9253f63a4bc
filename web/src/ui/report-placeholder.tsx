import FileText from "lucide-react/icons/file-text";

/** In place of a preview, which only pictures have. */
export const ReportPlaceholder = ({ isPdf }: { readonly isPdf: boolean }) => (
  <span className="bg-base-200 quiet flex aspect-video flex-col items-center justify-center gap-2">
    <FileText aria-hidden="true" size={40} strokeWidth={1.25} />
    <span className="text-sm font-semibold">{isPdf ? "PDF Document" : "Document"}</span>
  </span>
);
