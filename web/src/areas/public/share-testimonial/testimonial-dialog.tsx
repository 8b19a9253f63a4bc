import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { Outcome } from "#ui/messages/outcome.tsx";
import { TestimonialForm } from "./testimonial-form.tsx";
import { useTestimonial } from "./use-testimonial.ts";

export interface TestimonialDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Keeps the input and the chosen picture when closed. */
export const TestimonialDialog = ({ open, onClose }: TestimonialDialogProps) => {
  const state = useTestimonial();
  const { create, startOver } = state;
  const close = () => {
    onClose();
    if (create.isSuccess) startOver();
  };
  return (
    <Dialog open={open} onClose={close} locked={create.isPending} title="Share your story">
      {create.isSuccess ? (
        <Outcome tone="success" title="Thank you" text={create.data.message}>
          <Button variant="outline" onClick={startOver}>
            Share another story
          </Button>
        </Outcome>
      ) : (
        <TestimonialForm state={state} />
      )}
    </Dialog>
  );
};
