import { useOpenedRecord } from "#kit/lists/use-opened-record.ts";
import { ArchiveCard } from "./archive-card.tsx";
import { ImportProgress } from "./import-progress.tsx";
import { ImportSetup } from "./import-setup.tsx";
import { PastImports } from "./past-imports.tsx";
import { SectionHeading } from "#ui/section-heading.tsx";

/** The URL parameter with the import that is shown. */
export const IMPORT_PARAM = "import";

/** The panel for importing data from another system and exporting an archive. */
export const ImportExport = () => {
  const { id, open } = useOpenedRecord(IMPORT_PARAM);
  return (
    <div className="grid max-w-3xl grid-cols-1 gap-6">
      <SectionHeading>Import and Export</SectionHeading>
      {id ? <ImportProgress key={id} id={id} /> : <ImportSetup onStart={open} />}
      <PastImports />
      <ArchiveCard />
    </div>
  );
};
