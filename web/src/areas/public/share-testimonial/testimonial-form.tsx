import { useRef, useState, type SubmitEvent } from "react";
import { useCreateTestimonial } from "../../../data/testimonials/mutations.ts";
import { testimonialImage } from "../../../data/uploads/upload-kinds.ts";
import { useUpload } from "../../../data/uploads/use-upload.ts";
import { fieldIssues, serverMessage } from "../../../lib/refusals.ts";
import { logFailure } from "../../../lib/log.ts";
import { useVisitorDraft } from "../../../lib/use-visitor-draft.ts";
import { ALT_TEXT, ALT_TEXT_MAX_LENGTH } from "../../../ui/alt-text.ts";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/field.tsx";
import { TextAreaField } from "../../../ui/text-area-field.tsx";
import { focusFirstInvalid } from "../../../ui/focus-first-invalid.ts";
import { Outcome } from "../../../ui/outcome.tsx";
import { StarChoice } from "../../../ui/star-choice.tsx";
import { showToast } from "../../../ui/toast.ts";
import { UploadField, type UploadState } from "../../../ui/upload-field.tsx";
import { EMPTY_TESTIMONIAL, missingIn, trimmed, type TestimonialErrors } from "./testimonial.ts";

const NAME_LENGTH = 100;
const CONTENT_LENGTH = 5000;

/** What a picture shows is said of none that is not there. */
const pictureOf = (state: UploadState, imageAlt: string) =>
  state.status === "ready"
    ? { imageUrl: state.path, imageAlt: imageAlt.trim() || null }
    : { imageUrl: null, imageAlt: null };

export const TestimonialForm = () => {
  const [thanks, setThanks] = useState<string | null>(null);
  if (thanks === null) return <Form onSent={setThanks} />;
  return (
    <Outcome tone="success" title="Thank you" text={thanks}>
      <Button look="outline" onClick={() => setThanks(null)}>
        Share another story
      </Button>
    </Outcome>
  );
};

/** What was typed stays until the server has it. */
const Form = ({ onSent }: { readonly onSent: (message: string) => void }) => {
  const {
    form: testimonial,
    setForm: setTestimonial,
    forget,
  } = useVisitorDraft("testimonial", EMPTY_TESTIMONIAL);
  const [errors, setErrors] = useState<TestimonialErrors>({});
  const image = useUpload(testimonialImage);
  const create = useCreateTestimonial();
  const form = useRef<HTMLFormElement>(null);
  const isUploading = image.state.status === "uploading";

  const field = (name: "name" | "title" | "content" | "imageAlt") => ({
    value: testimonial[name],
    error: errors[name],
    required: name !== "imageAlt",
    disabled: create.isPending,
    onValue: (value: string) => {
      setTestimonial({ ...testimonial, [name]: value });
      setErrors({});
    },
  });

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const missing = missingIn(testimonial);
    setErrors(missing);
    if (Object.keys(missing).length > 0) {
      showToast({
        title: "Missing Information",
        description: "Name, title, and story content are required.",
      });
      focusFirstInvalid(form.current);
      return;
    }
    if (image.state.status === "failed") {
      showToast({
        title: "Upload Failed",
        description: "Please try the picture again, or remove it.",
      });
      focusFirstInvalid(form.current);
      return;
    }
    try {
      const { message } = await create.mutateAsync({
        ...trimmed(testimonial),
        ...pictureOf(image.state, testimonial.imageAlt),
        isActive: false,
      });
      forget();
      onSent(message);
    } catch (error) {
      logFailure("A story could not be submitted", error);
      setErrors(fieldIssues(error));
      showToast({
        title: "Submission Failed",
        description: serverMessage(error) ?? "Unable to submit your story. Please try again.",
      });
      focusFirstInvalid(form.current);
    }
  };

  return (
    <form
      ref={form}
      noValidate
      onSubmit={submit}
      aria-label="Share your story"
      className="grid gap-x-4 gap-y-5 sm:grid-cols-2"
    >
      <TextField {...field("name")} label="Your name" autoComplete="name" maxLength={NAME_LENGTH} />
      <TextField
        {...field("title")}
        label="Title or role"
        placeholder="Army spouse, veteran, donor…"
        maxLength={NAME_LENGTH}
      />
      <TextAreaField
        {...field("content")}
        className="sm:col-span-2"
        label="Your story"
        rows={5}
        maxLength={CONTENT_LENGTH}
      />
      <div className="sm:col-span-2">
        <StarChoice
          legend="Rating"
          value={testimonial.rating}
          onValue={(rating) => setTestimonial({ ...testimonial, rating })}
          disabled={create.isPending}
        />
      </div>
      <div className="sm:col-span-2">
        <UploadField
          upload={image}
          noun="picture"
          label={
            <>
              Add a picture <span className="quiet font-normal">(optional)</span>
            </>
          }
          hint="JPEG, PNG, WebP, GIF or AVIF, up to 10 MB"
          disabled={create.isPending}
        />
        {image.state.status !== "none" && (
          <TextField
            {...field("imageAlt")}
            {...ALT_TEXT}
            className="mt-4"
            maxLength={ALT_TEXT_MAX_LENGTH}
          />
        )}
      </div>
      <div aria-hidden="true" className="absolute -left-[200vw] size-px overflow-hidden">
        <label>
          Website
          <input
            name="website"
            tabIndex={-1}
            autoComplete="off"
            value={testimonial.website}
            onChange={(event) => setTestimonial({ ...testimonial, website: event.target.value })}
          />
        </label>
      </div>
      <Button
        type="submit"
        size="lg"
        className="sm:col-span-2"
        busy={create.isPending}
        disabled={isUploading}
      >
        {isUploading ? "Uploading the picture…" : "Share your story"}
      </Button>
      <p className="quiet text-sm sm:col-span-2">
        Our team reads every story before it appears here. Please leave out unit names, addresses
        and other private details.
      </p>
    </form>
  );
};
