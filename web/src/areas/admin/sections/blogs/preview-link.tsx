import ExternalLink from "lucide-react/icons/external-link";
import Link2 from "lucide-react/icons/link-2";
import { useId, useState, useSyncExternalStore } from "react";
import type { AdminBlogPost } from "#data/blog-posts/resource.ts";
import { paths } from "#lib/paths.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { lazyDialog } from "#ui/dialogs/lazy-dialog.tsx";
import { showToast } from "#ui/messages/toast.ts";
import { describeIssues, type DraftAutosave, UNRESOLVED_NOTICE } from "./draft-autosave.ts";
import { isLive } from "./post-fields.ts";
import type { EditedDraft } from "./draft-saving.tsx";

const PreviewLinkDialog = lazyDialog(
  async () => (await import("./preview-link-dialog.tsx")).PreviewLinkDialog,
);

export interface PreviewLinkButtonProps extends Pick<EditedDraft, "id" | "post"> {
  readonly autosave: DraftAutosave;
}

const NOTHING_WRITTEN_NOTE = "Write something first. Then you can share a preview of it.";

const ViewPost = ({ post }: { readonly post: AdminBlogPost }) => (
  <LinkButton
    variant="ghost"
    className="max-sm:btn-square max-sm:order-1"
    to={paths.blogPost(post)}
  >
    <ExternalLink aria-hidden="true" size={18} />
    <span className="max-sm:sr-only">View post</span>
  </LinkButton>
);

/**
 * Offers a preview link to the draft. If there is no draft and visitors can see the post, links to the post instead.
 */
export const PreviewLinkButton = ({ id, post, autosave }: PreviewLinkButtonProps) => {
  const noteId = useId();
  const [isOpen, setOpen] = useState(false);
  const draftVersion = useSyncExternalStore(autosave.subscribe, autosave.version);
  const isUnpublished = post !== null && !isLive(post);
  const isUnavailable = !isUnpublished && draftVersion === null;
  if (isUnavailable && post) return <ViewPost post={post} />;
  const open = async () => {
    if (!(await autosave.flush())) return showToast(UNRESOLVED_NOTICE);
    const issues = autosave.issues();
    if (issues.length > 0) {
      return showToast({
        title: "The draft isn't saved yet",
        description: describeIssues(issues),
      });
    }
    if (isUnpublished || autosave.version() !== null) return setOpen(true);
    return showToast(
      autosave.state().name === "failed"
        ? { title: "The draft isn't saved yet", description: "We'll keep trying." }
        : { title: "Nothing to preview yet", description: NOTHING_WRITTEN_NOTE },
    );
  };
  return (
    <>
      <Button
        variant="ghost"
        className="max-sm:btn-square max-sm:order-1"
        aria-haspopup="dialog"
        aria-disabled={isUnavailable || undefined}
        aria-describedby={isUnavailable ? noteId : undefined}
        onClick={() => void open()}
      >
        <Link2 aria-hidden="true" size={18} />
        <span className="max-sm:sr-only">Preview link</span>
      </Button>
      {isUnavailable && (
        <span id={noteId} hidden>
          {NOTHING_WRITTEN_NOTE}
        </span>
      )}
      <PreviewLinkDialog id={id} open={isOpen} onClose={() => setOpen(false)} />
    </>
  );
};
