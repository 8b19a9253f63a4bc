import { useState } from "react";
import {
  useVersion,
  useVersionPage,
  VERSIONS_PER_PAGE,
  type SavedVersion,
  type VersionCalls,
} from "#data/versions.ts";
import { RecordDifferences } from "#kit/forms/record-differences.tsx";
import {
  listFieldsToRestore,
  type RestorableFields,
  type VersionsView,
} from "#kit/forms/record-history.tsx";
import { ShortMoment } from "#lib/time/dates.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { PagedList } from "#ui/paged-list.tsx";
import { QueryStates } from "./query-states.tsx";

export interface VersionsDialogProps extends VersionsView {
  readonly open: boolean;
  readonly calls: VersionCalls;
  readonly fields: RestorableFields;
  /** Returns a version's name in the list, for example its title. */
  readonly getTitle: (version: SavedVersion) => string;
  readonly getStatus?: (version: SavedVersion) => string;
}

type VersionViewProps = Omit<VersionsDialogProps, "open" | "onClose"> & {
  readonly versionId: string;
  readonly onBack: () => void;
};

/** Compares one version with the form. */
const VersionView = (props: VersionViewProps) => {
  const { calls, fields, versionId, currentValues, onBack, onRestore } = props;
  const versionQuery = useVersion(calls, versionId);
  return (
    <div className="grid gap-4">
      <QueryStates query={versionQuery} subject="the version">
        {(version) => {
          const names = listFieldsToRestore(fields, currentValues, version);
          return (
            <>
              <p className="quiet text-sm">
                {names.length === 0
                  ? "This version matches what's in the form."
                  : "Crossed-out text is in the form now. Underlined text is from this version."}
              </p>
              <RecordDifferences
                fields={names.map((name) => ({ name, label: fields[name] ?? name }))}
                before={currentValues}
                after={version}
              />
              <div className="flex flex-wrap gap-3">
                <Button disabled={names.length === 0} onClick={() => onRestore(version)}>
                  Restore this version
                </Button>
                <Button variant="outline" onClick={onBack}>
                  All versions
                </Button>
              </div>
            </>
          );
        }}
      </QueryStates>
    </div>
  );
};

interface VersionListProps extends Pick<VersionsDialogProps, "calls" | "getTitle" | "getStatus"> {
  readonly onView: (id: string) => void;
}

const VersionList = ({ calls, getTitle, getStatus, onView }: VersionListProps) => {
  const [page, setPage] = useState(1);
  return (
    <PagedList
      subject="earlier versions"
      query={useVersionPage(calls, page)}
      emptyTitle="No earlier versions yet"
      pageSize={VERSIONS_PER_PAGE}
      page={page}
      onPage={setPage}
      rowKey={({ id }) => id}
      className="divide-base-300 divide-y"
      renderRow={(version) => (
        <div className="flex flex-wrap items-center gap-3 py-3">
          <div className="min-w-0 flex-1">
            <p className="font-semibold break-words">{getTitle(version)}</p>
            <p className="quiet text-sm">
              <ShortMoment moment={version.savedAt} /> · {version.savedBy}
              {getStatus && ` · ${getStatus(version)}`}
            </p>
          </div>
          <Button
            variant="outline"
            size="sm"
            aria-label={`View version ${version.version}`}
            onClick={() => onView(version.id)}
          >
            View
          </Button>
        </div>
      )}
    />
  );
};

/** Lists a record's earlier versions, shows how each differs from the form, and restores one into the form. */
export const VersionsDialog = ({ open, onClose, ...props }: VersionsDialogProps) => {
  const [versionId, setVersionId] = useState<string | null>(null);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="lg"
      title="Earlier versions"
      description="We keep the latest 50."
    >
      {versionId === null ? (
        <VersionList {...props} onView={setVersionId} />
      ) : (
        <VersionView {...props} versionId={versionId} onBack={() => setVersionId(null)} />
      )}
    </Dialog>
  );
};
