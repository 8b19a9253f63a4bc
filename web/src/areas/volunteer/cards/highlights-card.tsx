import Plus from "lucide-react/icons/plus";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useDeleteOwnHighlight } from "#data/volunteer-highlights/mutations.ts";
import { type OwnHighlight, useOwnHighlights } from "#data/volunteer-highlights/queries.ts";
import { getServerMessage } from "#lib/api/refusals.ts";
import { Button } from "#ui/button.tsx";
import { showFailure } from "#ui/messages/show-failure.ts";
import { cx } from "#ui/class-names.ts";
import { ConfirmDialog } from "#ui/dialogs/confirm-dialog.tsx";
import { ErrorState, Loading, Skeleton } from "#ui/states.tsx";
import { showSuccess } from "#ui/messages/show-success.ts";
import { LazyHighlightDialog } from "./dialogs.ts";
import { OwnHighlightItem } from "./own-highlight.tsx";

/** If there are more highlights than this, the list scrolls (HIGH-07). */
const VISIBLE_COUNT = 3;

type OpenDialog =
  | { readonly mode: "add" }
  | { readonly mode: "edit" | "delete"; highlight: OwnHighlight };

interface OwnHighlightsProps {
  readonly volunteerId: string;
  readonly onOpen: (openDialog: OpenDialog) => void;
}

const OwnHighlights = ({ volunteerId, onOpen }: OwnHighlightsProps) => {
  const { data, error, isFetching, refetch } = useOwnHighlights(volunteerId);
  if (!data && error) {
    return (
      <ErrorState
        title="We couldn't load your highlights"
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      >
        {getServerMessage(error) ?? "Please check your connection and try again."}
      </ErrorState>
    );
  }
  if (!data) {
    return (
      <Loading label="Loading your highlights" className="grid gap-3">
        <Skeleton className="h-16" />
        <Skeleton className="h-16" />
      </Loading>
    );
  }
  if (data.length === 0) {
    return (
      <>
        <p className="font-semibold">No highlights yet</p>
        <p className="quiet mt-1">
          Tell us about your first box: what went in, who packed with you, what made you laugh. Two
          sentences are enough. Add a picture if you have one, and it may appear on the home page.
        </p>
        <Button
          className="mt-4"
          aria-haspopup="dialog"
          onClick={() => onOpen({ mode: "add" })}
          onPointerEnter={LazyHighlightDialog.preload}
        >
          Create Your First Highlight
        </Button>
      </>
    );
  }
  return (
    <ul
      aria-label="Your highlights"
      className={cx(
        "divide-base-300 divide-y",
        data.length > VISIBLE_COUNT && "-mr-3 max-h-80 overflow-y-auto pr-3",
      )}
    >
      {data.map((highlight) => (
        <OwnHighlightItem
          key={highlight.id}
          volunteerId={volunteerId}
          highlight={highlight}
          onEdit={() => onOpen({ mode: "edit", highlight: highlight })}
          onDelete={() => onOpen({ mode: "delete", highlight: highlight })}
        />
      ))}
    </ul>
  );
};

/** The volunteer's own highlights, which visitors see once they are published. */
export const HighlightsCard = ({ volunteerId }: { readonly volunteerId: string }) => {
  const { data = [] } = useOwnHighlights(volunteerId);
  const remove = useDeleteOwnHighlight(volunteerId);
  const [openDialog, setOpenDialog] = useState<OpenDialog | null>(null);
  const headingRef = useRef<HTMLHeadingElement>(null);
  /** Closes the dialog, and moves the focus to the card if the button that opened the dialog is gone. */
  const close = () => {
    flushSync(() => setOpenDialog(null));
    if (document.activeElement === document.body) headingRef.current?.focus();
  };

  const deleteHighlight = async (id: string) => {
    try {
      await remove.mutateAsync(id);
      showSuccess("Highlight deleted");
    } catch (error) {
      showFailure("A highlight could not be deleted", error, {
        title: "Error deleting highlight",
        fallback: "Please check your connection and try again.",
      });
    }
    close();
  };

  return (
    <section className="card-box p-5 sm:p-6" aria-labelledby="highlights-title">
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <h2
          ref={headingRef}
          id="highlights-title"
          tabIndex={-1}
          className="font-display text-title mr-auto font-semibold outline-none"
        >
          Volunteer Highlights
        </h2>
        {data.length > 0 && (
          <Button
            variant="outline"
            size="sm"
            aria-haspopup="dialog"
            onClick={() => setOpenDialog({ mode: "add" })}
            onPointerEnter={LazyHighlightDialog.preload}
          >
            <Plus aria-hidden="true" size={16} />
            Add highlight
          </Button>
        )}
      </div>
      <OwnHighlights volunteerId={volunteerId} onOpen={setOpenDialog} />
      <LazyHighlightDialog
        open={openDialog?.mode === "add" || openDialog?.mode === "edit"}
        volunteerId={volunteerId}
        highlight={openDialog?.mode === "edit" ? openDialog.highlight : null}
        onClose={close}
      />
      <ConfirmDialog
        open={openDialog?.mode === "delete"}
        title="Delete highlight"
        body="Are you sure you want to delete this highlight?"
        confirmLabel="Delete highlight"
        destructive
        onConfirm={() => openDialog?.mode === "delete" && deleteHighlight(openDialog.highlight.id)}
        onCancel={close}
      />
    </section>
  );
};
