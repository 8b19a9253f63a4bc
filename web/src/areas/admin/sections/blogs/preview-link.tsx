import Link2 from "lucide-react/icons/link-2";
import { useId, useState, useSyncExternalStore } from "react";
import { Button } from "#ui/button.tsx";
import { lazyDialog } from "#ui/dialogs/lazy-dialog.tsx";
import { showToast } from "#ui/messages/toast.ts";
import type { DraftAutosave } from "./draft-autosave.ts";
import { isLive } from "./post-fields.ts";
import { UNRESOLVED_NOTICE } from "./texts.ts";
import type { EditedDraft } from "./use-draft-autosave.ts";

const PreviewLinkDialog = lazyDialog(
  async () => (await import("./preview-link-dialog.tsx")).PreviewLinkDialog,
);

export interface PreviewLinkProps extends Pick<EditedDraft, "id" | "post"> {
  readonly autosave: DraftAutosave;
}

/** Offers a link to the draft. A post that visitors already see needs a draft first. */
export const PreviewLink = ({ id, post, autosave }: PreviewLinkProps) => {
  const noteId = useId();
  const [isOpen, setOpen] = useState(false);
  const draftVersion = useSyncExternalStore(autosave.subscribe, autosave.version);
  const isUnpublished = post !== null && !isLive(post);
  const missing = post
    ? "Visitors already see this post as it is. Change it first to preview the changes."
    : "Write something first. Then you can share a preview of it.";
  const open = async () => {
    if (!(await autosave.flush())) return showToast(UNRESOLVED_NOTICE);
    if (isUnpublished || autosave.version() !== null) return setOpen(true);
    return showToast(
      autosave.state().name === "failed"
        ? { title: "The draft isn't saved yet", description: "We'll keep trying." }
        : { title: "Nothing to preview yet", description: missing },
    );
  };
  const isUnavailable = !isUnpublished && draftVersion === null;
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
          {missing}
        </span>
      )}
      <PreviewLinkDialog id={id} open={isOpen} onClose={() => setOpen(false)} />
    </>
  );
};
