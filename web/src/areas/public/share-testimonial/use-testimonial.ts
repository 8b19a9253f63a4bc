import { useRef, useState, type SubmitEvent } from "react";
import { useCreateTestimonial } from "#data/testimonials/mutations.ts";
import { testimonialImage } from "#data/uploads/upload-kinds.ts";
import { useUpload } from "#data/uploads/use-upload.ts";
import { attemptOf, clearDraftAttempt, VISITOR } from "#lib/drafts.ts";
import { logError } from "#lib/log.ts";
import { fieldIssues, isKeyReused, serverMessage } from "#lib/refusals.ts";
import { useVisitorDraft } from "#lib/use-visitor-draft.ts";
import { focusFirstInvalid } from "#ui/focus-first-invalid.ts";
import { showToast } from "#ui/toast.ts";
import type { UploadState } from "#ui/upload-field.tsx";
import {
  EMPTY_TESTIMONIAL,
  missingIn,
  trimmed,
  type TestimonialDraft,
  type TestimonialErrors,
} from "./testimonial.ts";

/** Sends alt text only together with a picture. */
const pictureOf = (state: UploadState, imageAlt: string) =>
  state.status === "ready"
    ? { imageUrl: state.path, imageAlt: imageAlt.trim() || null }
    : { imageUrl: null, imageAlt: null };

/** Returns the toast about what keeps the form from being sent. */
function problemWith(missing: TestimonialErrors, image: UploadState) {
  if (Object.keys(missing).length > 0) {
    return {
      title: "Missing Information",
      description: "Name, title, and story content are required.",
    };
  }
  if (image.status === "failed") {
    return { title: "Upload Failed", description: "Please try the picture again, or remove it." };
  }
  return undefined;
}

const DRAFT = { owner: VISITOR, form: "testimonial" };

/** Holds the form's state, saved as a draft until it is sent. */
export const useTestimonial = () => {
  const {
    form: testimonial,
    setForm: setTestimonial,
    forget,
  } = useVisitorDraft(DRAFT.form, EMPTY_TESTIMONIAL);
  const [errors, setErrors] = useState<TestimonialErrors>({});
  const image = useUpload(testimonialImage);
  const create = useCreateTestimonial();
  const formRef = useRef<HTMLFormElement>(null);

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const missing = missingIn(testimonial);
    setErrors(missing);
    const problem = problemWith(missing, image.state);
    if (problem !== undefined) {
      showToast(problem);
      focusFirstInvalid(formRef.current);
      return;
    }
    try {
      await create.mutateAsync({
        values: {
          ...trimmed(testimonial),
          ...pictureOf(image.state, testimonial.imageAlt),
          isActive: false,
        },
        idempotencyKey: attemptOf(DRAFT),
      });
      forget();
    } catch (error) {
      if (isKeyReused(error)) clearDraftAttempt(DRAFT);
      logError("A story could not be submitted", error);
      setErrors(fieldIssues(error));
      showToast({
        title: "Submission Failed",
        description: serverMessage(error) ?? "Unable to submit your story. Please try again.",
      });
      focusFirstInvalid(formRef.current);
    }
  };

  return {
    testimonial,
    setTestimonial: (next: TestimonialDraft) => {
      setTestimonial(next);
      setErrors({});
    },
    errors,
    image,
    create,
    formRef,
    submit,
    beginAnew: () => {
      setTestimonial(EMPTY_TESTIMONIAL);
      forget();
      image.remove();
      create.reset();
    },
  };
};

export type TestimonialState = ReturnType<typeof useTestimonial>;
