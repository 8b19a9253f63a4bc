import { RecordHistory } from "#kit/forms/record-history.tsx";
import { lazyDialog } from "#ui/dialogs/lazy-dialog.tsx";
import type { VersionsDialogProps } from "./versions-dialog.tsx";

const VersionsDialog = lazyDialog(
  async () => (await import("./versions-dialog.tsx")).VersionsDialog,
);

interface EarlierVersionsProps extends Pick<
  VersionsDialogProps,
  "calls" | "fields" | "getTitle" | "getStatus"
> {
  readonly hasVersions: boolean;
}

/** Offers a record's earlier versions, if there are any. Shown in the record's form. */
export const EarlierVersions = ({ hasVersions, ...props }: EarlierVersionsProps) => (
  <RecordHistory fields={props.fields} hasVersions={hasVersions}>
    {(view) => <VersionsDialog open {...props} {...view} />}
  </RecordHistory>
);
