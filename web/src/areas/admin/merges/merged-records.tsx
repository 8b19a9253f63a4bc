import type { UseMutationResult } from "@tanstack/react-query";
import { ShortDate } from "#lib/time/dates.tsx";
import { showFailure } from "#ui/messages/show-failure.ts";
import { showSuccess } from "#ui/messages/show-success.ts";
import { SectionHeading } from "#ui/section-heading.tsx";
import { ConfirmButton } from "#admin/confirm-button.tsx";

interface Merge {
  readonly id: string;
  /** Null once the name is erased. */
  readonly mergedName: string | null;
  readonly mergedBy: string;
  readonly mergedAt: string;
  readonly undoUntil: string;
  readonly isPermanent: boolean;
}

interface UndoProps {
  /** Returns the confirmation dialog's text, which says what an undo restores. */
  readonly undoText: (name: string) => string;
  readonly undo: Pick<UseMutationResult<unknown, Error, string>, "mutateAsync">;
  readonly makePermanent: Pick<UseMutationResult<unknown, Error, string>, "mutateAsync">;
}

interface MergeActionsProps extends UndoProps {
  readonly merge: Merge;
  readonly noun: string;
}

const MergeActions = ({ merge, noun, undoText, undo, makePermanent }: MergeActionsProps) => {
  const name = merge.mergedName ?? `the other ${noun}`;
  return (
    <div className="flex flex-wrap gap-2">
      <ConfirmButton
        confirmation={{
          title: "Undo this merge?",
          body: undoText(name),
          confirmLabel: "Undo the merge",
        }}
        onConfirm={async () => {
          try {
            await undo.mutateAsync(merge.id);
            showSuccess("The merge was undone");
          } catch (error) {
            showFailure("The merge could not be undone", error, {
              title: "Undo Failed",
              fallback: "Failed to undo the merge",
            });
          }
        }}
      >
        Undo
      </ConfirmButton>
      <ConfirmButton
        confirmation={{
          title: "Make this merge permanent?",
          body: `This erases the details of ${name} that weren't kept, so the merge can't be undone anymore. Do this if they asked you to erase their data.`,
          confirmLabel: "Make permanent",
          destructive: true,
        }}
        onConfirm={async () => {
          try {
            await makePermanent.mutateAsync(merge.id);
            showSuccess("The merge is permanent");
          } catch (error) {
            showFailure("The merge could not be made permanent", error, {
              title: "Error",
              fallback: "Failed to make the merge permanent",
            });
          }
        }}
      >
        Make permanent
      </ConfirmButton>
    </div>
  );
};

interface MergedRecordsProps<Row extends Merge> extends UndoProps {
  readonly merges: readonly Row[];
  readonly noun: string;
  /** Says what the merge moved, such as `2 donations`. */
  readonly movedText: (merge: Row) => string;
}

/** The records that were merged into this record. */
export const MergedRecords = <Row extends Merge>({
  merges,
  noun,
  movedText,
  ...writes
}: MergedRecordsProps<Row>) => (
  <section className="card-box p-5 sm:p-6" aria-labelledby="merges-title">
    <SectionHeading id="merges-title" className="mb-2">
      Merged
    </SectionHeading>
    <ul className="divide-base-300 divide-y">
      {merges.map((merge) => (
        <li key={merge.id} className="grid gap-2 py-3">
          <div>
            <p className="font-semibold wrap-anywhere">{merge.mergedName ?? `Another ${noun}`}</p>
            <p className="quiet text-sm">
              {movedText(merge)}, merged by {merge.mergedBy} on{" "}
              <ShortDate moment={merge.mergedAt} />.{" "}
              {merge.isPermanent ? (
                "Permanent."
              ) : (
                <>
                  Can be undone until <ShortDate moment={merge.undoUntil} />.
                </>
              )}
            </p>
          </div>
          {!merge.isPermanent && <MergeActions merge={merge} noun={noun} {...writes} />}
        </li>
      ))}
    </ul>
  </section>
);
