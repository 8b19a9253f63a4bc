import { useState } from "react";
import {
  useClosePreviewLink,
  useOpenPreviewLink,
  usePreviewLink,
} from "#data/preview-links/mutations.ts";
import { ShortMoment } from "#lib/time/dates.tsx";
import { Button } from "#ui/button.tsx";
import { CopyButton } from "#ui/copy-button.tsx";
import { ConfirmDialog } from "#ui/dialogs/confirm-dialog.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { showFailure } from "#ui/messages/show-failure.ts";
import { showSuccess } from "#ui/messages/show-success.ts";
import { QueryStates } from "#admin/query-states.tsx";

interface DraftProps {
  /** The id of the draft or post. */
  readonly id: string;
}

const showLinkFailure = (title: string, error: unknown) =>
  showFailure(title, error, {
    title,
    fallback: "Please check your connection and try again.",
    goneText: "There's no draft anymore. Someone may have published or discarded it.",
  });

const CreateLink = ({ id }: DraftProps) => {
  const openLink = useOpenPreviewLink(id);
  const create = async () => {
    try {
      await openLink.mutateAsync();
      showSuccess("The preview link is ready");
    } catch (error) {
      showLinkFailure("We couldn't create the link", error);
    }
  };
  return (
    <Button busy={openLink.isPending} onClick={() => void create()}>
      Create link
    </Button>
  );
};

interface CurrentLinkProps extends DraftProps {
  readonly url: string;
  readonly createdAt: string;
}

const CurrentLink = ({ id, url, createdAt }: CurrentLinkProps) => {
  const [isConfirming, setConfirming] = useState(false);
  const deleteLink = useClosePreviewLink(id);
  const turnOff = async () => {
    try {
      await deleteLink.mutateAsync();
      showSuccess("Preview link turned off");
    } catch (error) {
      showLinkFailure("We couldn't turn off the link", error);
    }
    setConfirming(false);
  };
  return (
    <>
      <p className="border-base-300 rounded-lg border px-3 py-2 text-sm break-all">{url}</p>
      <p className="quiet mt-2 text-sm">
        Created <ShortMoment moment={createdAt} />
      </p>
      <div className="mt-4 flex flex-wrap gap-2">
        <CopyButton text={url} label="Copy link" />
        <a
          href={url}
          target="_blank"
          rel="noreferrer"
          className="btn btn-outline btn-sm font-semibold"
        >
          Open preview
        </a>
        <Button
          variant="ghost"
          size="sm"
          aria-haspopup="dialog"
          onClick={() => setConfirming(true)}
        >
          Turn off link
        </Button>
      </div>
      <ConfirmDialog
        open={isConfirming}
        title="Turn off this preview link?"
        body="People who have it won't be able to read the draft anymore. You can create a new link anytime."
        confirmLabel="Turn off link"
        destructive
        onConfirm={turnOff}
        onCancel={() => setConfirming(false)}
      />
    </>
  );
};

const DraftLink = ({ id }: DraftProps) => (
  <QueryStates query={usePreviewLink(id)} subject="the preview link">
    {(link) => (link ? <CurrentLink id={id} {...link} /> : <CreateLink id={id} />)}
  </QueryStates>
);

export interface PreviewLinkDialogProps extends DraftProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Creates a draft's preview link, shows the current one, and turns it off. */
export const PreviewLinkDialog = ({ id, open, onClose }: PreviewLinkDialogProps) => (
  <Dialog
    open={open}
    onClose={onClose}
    title="Preview link"
    description="For people without a login, such as someone quoted in the post."
  >
    <p className="mb-4">
      Anyone with this link can read the draft, including what you add later. It stops working when
      you turn it off. Once you publish the post, the link leads to the published post.
    </p>
    <DraftLink id={id} />
  </Dialog>
);
