import type { z } from "zod";
import { volunteerHighlightEndpoints } from "#contracts/volunteer-highlights.ts";
import { highlightImage } from "#data/uploads/mutations.ts";
import {
  useCreateOwnHighlight,
  useUpdateOwnHighlight,
  type NewHighlight,
} from "#data/volunteer-highlights/mutations.ts";
import type { OwnHighlight } from "#data/volunteer-highlights/queries.ts";
import { useDraftOwner } from "#kit/forms/draft-owner.ts";
import { FormArea, FormText } from "#kit/forms/form-fields.tsx";
import { FormUpload, SavedPictureNote } from "#kit/forms/form-upload.tsx";
import { RecordForm } from "#kit/forms/record-form.tsx";
import { idempotencyKeyOf } from "#lib/drafts/drafts.ts";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { showSuccess } from "#ui/messages/show-success.ts";
import { OwnPicture } from "./own-picture.tsx";

const { createOwnHighlight, updateOwnHighlight } = volunteerHighlightEndpoints;

type HighlightInput = z.input<typeof createOwnHighlight.body>;

const EMPTY_INPUT = { title: "", message: "", imageUrl: null, imageAlt: null };

export interface HighlightDialogProps {
  readonly open: boolean;
  readonly volunteerId: string;
  /** Null while creating a highlight. */
  readonly highlight: OwnHighlight | null;
  readonly onClose: () => void;
}

type HighlightFormProps = Omit<HighlightDialogProps, "open">;

const HighlightForm = ({ volunteerId, highlight, onClose }: HighlightFormProps) => {
  const create = useCreateOwnHighlight(volunteerId);
  const update = useUpdateOwnHighlight(volunteerId);
  const owner = useDraftOwner();
  const draft = { owner, form: `highlight:${highlight?.id ?? "new"}` };
  const failureTitle = `Error ${highlight ? "updating" : "creating"} highlight`;
  const { imageUrl, imageAlt } = highlight ?? EMPTY_INPUT;

  return (
    <RecordForm
      label={highlight ? "Save highlight" : "Share highlight"}
      schema={highlight ? updateOwnHighlight.body : createOwnHighlight.body}
      values={
        highlight
          ? { title: highlight.title, message: highlight.message, imageUrl, imageAlt }
          : EMPTY_INPUT
      }
      draft={draft}
      missingFieldsText={{
        title: "Missing Information",
        description: "Please fill in both title and message.",
      }}
      failure={{ title: failureTitle, fallback: "Please check your connection and try again." }}
      onSave={async (values, changes) => {
        if (highlight) await update.mutateAsync({ highlightId: highlight.id, changes });
        else {
          await create.mutateAsync({
            values: values as NewHighlight,
            idempotencyKey: idempotencyKeyOf(draft),
          });
        }
        showSuccess({
          title: highlight ? "Highlight updated!" : "Highlight created!",
          description: "Our team will review it before it appears on the home page.",
        });
        onClose();
      }}
      onCancel={onClose}
    >
      <FormText<HighlightInput> name="title" label="Title" className="sm:col-span-2" />
      <FormArea<HighlightInput> name="message" label="Message" rows={3} className="sm:col-span-2" />
      <FormUpload<HighlightInput>
        name="imageUrl"
        label="Picture (optional)"
        kind={highlightImage}
        hint="Any picture up to 10 MB"
        renderStored={(path) =>
          highlight?.imageUrl === path &&
          !highlight.isPublished && (
            <OwnPicture
              volunteerId={volunteerId}
              highlight={highlight}
              className="bg-base-200 size-20 rounded-lg object-cover"
              fallback={<SavedPictureNote />}
            />
          )
        }
      />
    </RecordForm>
  );
};

/** Tells volunteers that an administrator reviews a highlight before it is published. */
const getReviewNote = (highlight: OwnHighlight | null) =>
  highlight?.isPublished
    ? "This highlight is on the home page. If you edit it, we'll take it down until our team has reviewed it again."
    : "Share a moment from your shifts in your own words. Our team will review it before it appears on the home page.";

export const HighlightDialog = ({
  open,
  highlight,
  onClose,
  ...formProps
}: HighlightDialogProps) => (
  <Dialog
    open={open}
    onClose={onClose}
    title={highlight ? "Edit highlight" : "Share a highlight"}
    description={getReviewNote(highlight)}
  >
    <HighlightForm {...formProps} highlight={highlight} onClose={onClose} />
  </Dialog>
);
