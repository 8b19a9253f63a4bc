import { useState } from "react";
import { SelectField } from "#ui/fields/select-field.tsx";
import { Notice } from "#ui/messages/notice.tsx";
import { FileRejectedError } from "./file-rejected-error.ts";
import { readImportFile, type ImportFile } from "./read-file.ts";

export interface SheetChoiceProps {
  readonly file: ImportFile;
  readonly isDisabled: boolean;
  readonly onFile: (file: ImportFile) => void;
}

/** Says which sheet of an Excel file was read, if several have rows, and reads another one. */
export const SheetChoice = ({ file, isDisabled, onFile }: SheetChoiceProps) => {
  const { source, sheetName, sheetNames } = file;
  const [problem, setProblem] = useState("");
  const read = async (name: string) => {
    setProblem("");
    try {
      onFile(await readImportFile(source, name));
    } catch (error) {
      const reason = error instanceof FileRejectedError ? error.message : "We couldn't read it.";
      setProblem(`“${name}”: ${reason}`);
    }
  };
  if (sheetNames.length < 2) return null;
  return (
    <>
      <SelectField
        label="Sheet"
        description={`Only this sheet is imported. The file has ${sheetNames.length} sheets with rows. Import each of the others afterward.`}
        value={sheetName}
        disabled={isDisabled}
        onValue={(name) => void read(name)}
      >
        {sheetNames.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </SelectField>
      {problem && <Notice tone="error">{problem}</Notice>}
    </>
  );
};
