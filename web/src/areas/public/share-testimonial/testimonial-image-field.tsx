import ImagePlus from "lucide-react/icons/image-plus";
import { useId } from "react";
import { IMAGE_TYPES } from "#contracts/limits.ts";
import { Button } from "../../../ui/button.tsx";
import type { TestimonialImage } from "./use-testimonial-image.ts";

const ACCEPT = IMAGE_TYPES.join(",");

const Progress = ({ percent }: { readonly percent: number }) => (
  <>
    <p className="quiet text-sm" aria-hidden="true">
      Uploading… {percent}%
    </p>
    <progress
      aria-label="Uploading the picture"
      className="progress progress-primary mt-1.5 w-full"
      max={100}
      value={percent}
    />
  </>
);

const Chosen = ({
  image,
  errorId,
}: {
  readonly image: TestimonialImage;
  readonly errorId: string;
}) => {
  const { state } = image;
  return (
    <div className="border-base-300 flex items-center gap-4 rounded-xl border p-3">
      <img
        src={image.preview ?? ""}
        alt="What you chose"
        className="bg-base-200 size-20 shrink-0 rounded-lg object-cover"
      />
      <div className="min-w-0 flex-1">
        <p className="truncate font-semibold">{image.name}</p>
        {state.status === "uploading" && <Progress percent={state.percent} />}
        <output className="text-sm">{state.status === "ready" && "Picture added"}</output>
        {state.status === "failed" && (
          <p id={errorId} role="alert" className="text-error text-sm font-medium">
            {state.message}
          </p>
        )}
        {state.status !== "uploading" && (
          <div className="mt-1.5 flex flex-wrap gap-2">
            {state.status === "failed" && (
              <Button
                look="outline"
                size="sm"
                data-invalid
                aria-describedby={errorId}
                onClick={image.retry}
              >
                Try Again
              </Button>
            )}
            <Button look="outline" size="sm" onClick={image.remove}>
              Remove picture
            </Button>
          </div>
        )}
      </div>
    </div>
  );
};

export interface TestimonialImageFieldProps {
  readonly image: TestimonialImage;
  readonly disabled: boolean;
}

export const TestimonialImageField = ({ image, disabled }: TestimonialImageFieldProps) => {
  const id = useId();
  if (image.state.status !== "none") return <Chosen image={image} errorId={`${id}-error`} />;
  return (
    <div>
      <label
        htmlFor={id}
        className="border-base-300 hover:border-primary has-focus-visible:outline-accent flex cursor-pointer items-center gap-3 rounded-xl border-2 border-dashed p-4 has-focus-visible:outline-3"
      >
        <ImagePlus aria-hidden="true" size={24} className="quiet shrink-0" />
        <span>
          <span className="block font-semibold">
            Add a picture <span className="quiet font-normal">(optional)</span>
          </span>
          <span className="quiet block text-sm">JPEG, PNG, WebP, GIF or AVIF, up to 10 MB</span>
        </span>
        <input
          id={id}
          type="file"
          accept={ACCEPT}
          disabled={disabled}
          className="sr-only"
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            // The same file may be chosen again after a refusal.
            event.target.value = "";
            if (file) image.choose(file);
          }}
        />
      </label>
    </div>
  );
};
