import { useState } from "react";
import {
  BLOG_POST_VERSIONS_PER_PAGE,
  useBlogPostVersion,
  useBlogPostVersions,
  type BlogPostVersion,
} from "#data/blog-posts/editing.ts";
import { ShortMoment } from "#lib/time/dates.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { PagedList } from "#ui/paged-list.tsx";
import { QueryStates } from "#admin/query-states.tsx";
import { RecordDifferences } from "#kit/forms/record-differences.tsx";
import { fieldsToRestore, POST_FIELDS, type PostValues } from "./post-fields.ts";

export interface BlogVersionsDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly postId: string;
  /** The form's values, including unsaved changes. */
  readonly currentValues: PostValues;
  readonly onRestore: (version: BlogPostVersion) => void;
}

type VersionViewProps = Omit<BlogVersionsDialogProps, "open" | "onClose"> & {
  readonly versionId: string;
  readonly onBack: () => void;
};

/** Compares one version with the form. */
const VersionView = ({ postId, versionId, currentValues, onBack, onRestore }: VersionViewProps) => {
  const versionQuery = useBlogPostVersion(postId, versionId);
  return (
    <div className="grid gap-4">
      <QueryStates query={versionQuery} subject="the version">
        {(version) => {
          const fields = fieldsToRestore(currentValues, version);
          return (
            <>
              <p className="quiet text-sm">
                {fields.length === 0
                  ? "This version matches what's in the form."
                  : "Crossed-out text is in the form now. Underlined text is from this version."}
              </p>
              <RecordDifferences
                fields={fields.map((name) => ({ name, label: POST_FIELDS[name] }))}
                before={currentValues}
                after={version}
              />
              <div className="flex flex-wrap gap-3">
                <Button disabled={fields.length === 0} onClick={() => onRestore(version)}>
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

const VersionList = ({
  postId,
  onView,
}: {
  readonly postId: string;
  readonly onView: (id: string) => void;
}) => {
  const [page, setPage] = useState(1);
  return (
    <PagedList
      subject="earlier versions"
      query={useBlogPostVersions(postId, page)}
      emptyTitle="No earlier versions yet"
      pageSize={BLOG_POST_VERSIONS_PER_PAGE}
      page={page}
      onPage={setPage}
      rowKey={({ id }) => id}
      className="divide-base-300 divide-y"
      renderRow={({ id, version, title, savedBy, savedAt, isPublished }) => (
        <div className="flex flex-wrap items-center gap-3 py-3">
          <div className="min-w-0 flex-1">
            <p className="font-semibold break-words">{title}</p>
            <p className="quiet text-sm">
              <ShortMoment moment={savedAt} /> · {savedBy} · {isPublished ? "Published" : "Draft"}
            </p>
          </div>
          <Button
            variant="outline"
            size="sm"
            aria-label={`View version ${version}`}
            onClick={() => onView(id)}
          >
            View
          </Button>
        </div>
      )}
    />
  );
};

/** Lists a post's earlier versions, shows their differences, and restores one into the form. */
export const BlogVersionsDialog = ({ open, onClose, ...props }: BlogVersionsDialogProps) => {
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
        <VersionList postId={props.postId} onView={setVersionId} />
      ) : (
        <VersionView {...props} versionId={versionId} onBack={() => setVersionId(null)} />
      )}
    </Dialog>
  );
};
