import { useRef, useState, type SubmitEvent } from "react";
import { useCreateTestimonial } from "#data/testimonials/mutations.ts";
import { testimonialImage, useUpload } from "#data/uploads/mutations.ts";
import { VISITOR_OWNER } from "#lib/drafts/draft-key.ts";
import { idempotencyKeyOf, clearIdempotencyKey } from "#lib/drafts/drafts.ts";
import { logError } from "#lib/log.ts";
import { getFieldIssues, isKeyReused, getServerMessage } from "#lib/api/refusals.ts";
import { useVisitorDraft } from "#lib/drafts/use-visitor-draft.ts";
import { focusFirstInvalid } from "#ui/fields/focus-first-invalid.ts";
import { showSuccess } from "#ui/messages/show-success.ts";
import { showToast, type ToastText } from "#ui/messages/toast.ts";
import { useIsGone } from "#ui/messages/use-is-gone.ts";
import type { UploadState } from "#ui/fields/upload-field.tsx";
import {
  EMPTY_TESTIMONIAL,
  getHoneypotError,
  getMissingFieldErrors,
  trimTestimonial,
  type TestimonialDraft,
  type TestimonialErrors,
} from "./testimonial.ts";

/** Returns the picture's fields. Alt text is sent only together with a picture. */
const getPictureFields = (state: UploadState, imageAlt: string) =>
  state.status === "ready"
    ? { imageUrl: state.path, imageAlt: imageAlt.trim() || null }
    : { imageUrl: null, imageAlt: null };

const createInput = (testimonial: TestimonialDraft, state: UploadState) => ({
  ...trimTestimonial(testimonial),
  ...getPictureFields(state, testimonial.imageAlt),
  isActive: false,
});

/** Returns what has to be fixed before the story can be sent. */
const getNotice = (
  missingFieldErrors: TestimonialErrors,
  { status }: UploadState,
): ToastText | undefined => {
  if (Object.keys(missingFieldErrors).length > 0) {
    return {
      title: "Missing Information",
      description: "Name, title, and story content are required.",
    };
  }
  return status === "failed"
    ? { title: "Upload Failed", description: "Please upload the picture again, or remove it." }
    : undefined;
};

const DRAFT_KEY = { owner: VISITOR_OWNER, form: "testimonial" };

/** Holds the form's state, saved as a draft until it is sent. */
export const useTestimonial = () => {
  const {
    form: testimonial,
    setForm: setTestimonial,
    forget,
  } = useVisitorDraft(DRAFT_KEY.form, EMPTY_TESTIMONIAL);
  const [errors, setErrors] = useState<TestimonialErrors>({});
  const image = useUpload(testimonialImage);
  const create = useCreateTestimonial();
  const isGone = useIsGone();
  const formRef = useRef<HTMLFormElement>(null);

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const missingErrors = getMissingFieldErrors(testimonial);
    const formErrors = { ...missingErrors, ...getHoneypotError(testimonial) };
    setErrors(formErrors);
    const notice = getNotice(missingErrors, image.state);
    if (notice) showToast(notice);
    if (notice || Object.keys(formErrors).length > 0) {
      focusFirstInvalid(formRef.current);
      return;
    }
    try {
      const { message } = await create.mutateAsync({
        values: createInput(testimonial, image.state),
        idempotencyKey: idempotencyKeyOf(DRAFT_KEY),
      });
      forget();
      if (isGone()) showSuccess({ title: "Thank you", description: message });
    } catch (error) {
      if (isKeyReused(error)) clearIdempotencyKey(DRAFT_KEY);
      logError("A story could not be submitted", error);
      setErrors(getFieldIssues(error));
      showToast({
        title: "Submission Failed",
        description: getServerMessage(error) ?? "Unable to submit your story. Please try again.",
      });
      focusFirstInvalid(formRef.current);
    }
  };

  return {
    testimonial,
    setTestimonial: (newTestimonial: TestimonialDraft) => {
      setTestimonial(newTestimonial);
      setErrors({});
    },
    errors,
    image,
    create,
    formRef,
    submit,
    startOver: () => {
      setTestimonial(EMPTY_TESTIMONIAL);
      forget();
      image.remove();
      create.reset();
    },
  };
};

export type TestimonialState = ReturnType<typeof useTestimonial>;
