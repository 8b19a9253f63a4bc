import FileUp from "lucide-react/icons/file-up";
import { useId, useState } from "react";
import { logError } from "#lib/log.ts";
import { Notice } from "#ui/messages/notice.tsx";
import { FileRejectedError } from "./file-rejected-error.ts";
import { readImportFile, type ImportFile } from "./read-file.ts";

export interface FileChoiceProps {
  readonly hint: string;
  /** Throws `FileRejectedError` if the file isn't the expected one. */
  readonly onFile: (file: ImportFile) => void | Promise<void>;
}

/** A field for a file, which is read in the browser. */
export const FileChoice = ({ hint, onFile }: FileChoiceProps) => {
  const id = useId();
  const [isReading, setReading] = useState(false);
  const [problem, setProblem] = useState("");
  const read = async (file: File) => {
    setReading(true);
    setProblem("");
    try {
      await onFile(await readImportFile(file));
    } catch (error) {
      if (!(error instanceof FileRejectedError)) logError("A file could not be read", error);
      setProblem(
        error instanceof FileRejectedError
          ? error.message
          : "We couldn't read this file. Save it as CSV and try again.",
      );
    }
    setReading(false);
  };
  return (
    <>
      <label
        htmlFor={id}
        className="border-base-300 hover:border-primary has-focus-visible:outline-accent flex cursor-pointer items-center gap-3 rounded-xl border-2 border-dashed p-4 has-focus-visible:outline-3"
      >
        <FileUp aria-hidden="true" size={24} className="quiet shrink-0" />
        <span>
          <span className="block font-semibold">
            {isReading ? "Reading the file…" : "Choose an Excel or CSV file"}
          </span>
          <span className="quiet block text-sm">{hint}</span>
        </span>
        <input
          id={id}
          type="file"
          accept=".csv,.tsv,.txt,.xlsx,text/csv"
          disabled={isReading}
          className="sr-only"
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            event.target.value = "";
            if (file) void read(file);
          }}
        />
      </label>
      {problem && <Notice tone="error">{problem}</Notice>}
    </>
  );
};
