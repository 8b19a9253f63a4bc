import History from "lucide-react/icons/history";
import { useState } from "react";
import { useFormContext } from "react-hook-form";
import type { AdminBlogPost } from "#data/blog-posts/resource.ts";
import type { BlogPostVersion } from "#data/blog-posts/editing.ts";
import { Button } from "#ui/button.tsx";
import { lazyDialog } from "#ui/dialogs/lazy-dialog.tsx";
import { Notice } from "#ui/messages/notice.tsx";
import { fieldsToRestore, postValues } from "./post-fields.ts";

const VersionsDialog = lazyDialog(
  async () => (await import("./blog-versions-dialog.tsx")).BlogVersionsDialog,
);

interface ReplacedValues {
  readonly notice: string;
  /** Form values before the version was restored. */
  readonly formValues: Readonly<Record<string, unknown>>;
}

export interface BlogHistoryProps {
  readonly post: AdminBlogPost;
}

/** Restores earlier versions of a post into the form and can undo that. */
export const BlogHistory = ({ post }: BlogHistoryProps) => {
  const { getValues, setValue } = useFormContext();
  const [isOpen, setOpen] = useState(false);
  const [replacedValues, setReplacedValues] = useState<ReplacedValues | null>(null);

  const setFields = (values: Readonly<Record<string, unknown>>) => {
    for (const [name, value] of Object.entries(values)) {
      setValue(name, value, { shouldDirty: true, shouldValidate: true });
    }
  };
  const restoreVersion = (version: BlogPostVersion) => {
    setOpen(false);
    const current = postValues(getValues());
    const fields = fieldsToRestore(current, version);
    setReplacedValues({
      notice: "The earlier version is now in the form. Save it with one of the buttons below.",
      formValues: Object.fromEntries(fields.map((name) => [name, current[name]])),
    });
    setFields(Object.fromEntries(fields.map((name) => [name, version[name]])));
  };
  return (
    <>
      {replacedValues && (
        <output className="block sm:col-span-2">
          <Notice tone="info">
            {replacedValues.notice}{" "}
            <Button
              variant="ghost"
              size="sm"
              onClick={() => {
                setFields(replacedValues.formValues);
                setReplacedValues(null);
              }}
            >
              Go back to my version
            </Button>
          </Notice>
        </output>
      )}
      {post.version > 1 && (
        <div className="sm:col-span-2">
          <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
            <History aria-hidden="true" size={16} />
            Earlier versions
          </Button>
          {isOpen && (
            <VersionsDialog
              open
              onClose={() => setOpen(false)}
              postId={post.id}
              currentValues={getValues()}
              onRestore={restoreVersion}
            />
          )}
        </div>
      )}
    </>
  );
};
