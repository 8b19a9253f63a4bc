import { ALT_TEXT, ALT_TEXT_MAX_LENGTH } from "#ui/fields/alt-text.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/fields/field.tsx";
import { Honeypot } from "#ui/fields/honeypot.tsx";
import { PlaceWarning } from "#ui/fields/place-warning.tsx";
import { StarChoice } from "./star-choice.tsx";
import { TextAreaField } from "#ui/fields/text-area-field.tsx";
import { UploadField } from "#ui/fields/upload-field.tsx";
import type { TestimonialState } from "./use-testimonial.ts";

const NAME_MAX_LENGTH = 100;
const CONTENT_MAX_LENGTH = 5000;

export const TestimonialForm = ({ state }: { readonly state: TestimonialState }) => {
  const { testimonial, setTestimonial, errors, image, create, formRef, submit } = state;
  const isUploading = image.state.status === "uploading";

  const field = (name: "name" | "title" | "content" | "imageAlt") => ({
    value: testimonial[name],
    error: errors[name],
    required: name !== "imageAlt",
    disabled: create.isPending,
    onValue: (value: string) => setTestimonial({ ...testimonial, [name]: value }),
  });

  return (
    <form
      ref={formRef}
      noValidate
      onSubmit={submit}
      aria-label="Share your story"
      className="grid gap-x-4 gap-y-4 sm:grid-cols-2"
    >
      <TextField
        {...field("name")}
        label="Your name"
        autoComplete="name"
        maxLength={NAME_MAX_LENGTH}
      />
      <TextField
        {...field("title")}
        label="Title or role"
        placeholder="Army spouse, veteran, donor…"
        maxLength={NAME_MAX_LENGTH}
      />
      <TextAreaField
        {...field("content")}
        className="sm:col-span-2"
        label="Your story"
        rows={4}
        maxLength={CONTENT_MAX_LENGTH}
      />
      <PlaceWarning
        texts={[testimonial.title, testimonial.content, testimonial.imageAlt]}
        className="sm:col-span-2"
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
      <Honeypot
        value={testimonial.website}
        error={errors.website}
        disabled={create.isPending}
        onValue={(website) => setTestimonial({ ...testimonial, website })}
      />
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
