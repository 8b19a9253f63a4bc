import ImagePlus from "lucide-react/icons/image-plus";
import { useId, type ReactNode } from "react";
import { Button } from "../button.tsx";

export type UploadState =
  | { readonly status: "none" }
  | { readonly status: "uploading"; readonly percent: number }
  /** `path`: the value to store in the record. */
  | { readonly status: "ready"; readonly path: string }
  | { readonly status: "failed"; readonly message: string };

/** An upload's state and its actions. */
export interface Upload {
  readonly accept: readonly string[];
  readonly state: UploadState;
  /** The chosen file's name, and a local URL to preview a picture. */
  readonly name: string;
  readonly preview: string | null;
  readonly choose: (file: File) => void;
  readonly retry: () => void;
  readonly remove: () => void;
}

interface UploadPartProps {
  readonly upload: Upload;
  /** What is uploaded, such as "picture". */
  readonly noun: string;
}

const Progress = ({ percent, noun }: { readonly percent: number; readonly noun: string }) => (
  <>
    <p className="quiet text-sm" aria-hidden="true">
      Uploading… {percent}%
    </p>
    <progress
      aria-label={`Uploading the ${noun}`}
      className="progress progress-primary mt-1.5 w-full"
      max={100}
      value={percent}
    />
  </>
);

const UploadedFile = ({
  upload,
  noun,
  errorId,
}: UploadPartProps & { readonly errorId: string }) => {
  const { state, preview } = upload;
  return (
    <div className="border-base-300 flex items-center gap-4 rounded-xl border p-3">
      {preview && (
        <img
          src={preview}
          alt="Your upload"
          className="bg-base-200 size-20 shrink-0 rounded-lg object-cover"
        />
      )}
      <div className="min-w-0 flex-1">
        <p className="truncate font-semibold">{upload.name}</p>
        {state.status === "uploading" && <Progress percent={state.percent} noun={noun} />}
        <output className="text-sm">
          {state.status === "ready" && `${noun[0]?.toUpperCase()}${noun.slice(1)} added`}
        </output>
        {state.status === "failed" && (
          <p id={errorId} role="alert" className="text-error text-sm font-medium">
            {state.message}
          </p>
        )}
        {state.status !== "uploading" && (
          <div className="mt-1.5 flex flex-wrap gap-2">
            {state.status === "failed" && (
              <Button
                variant="outline"
                size="sm"
                data-invalid
                aria-describedby={errorId}
                onClick={upload.retry}
              >
                Try Again
              </Button>
            )}
            <Button variant="outline" size="sm" onClick={upload.remove}>
              Remove {noun}
            </Button>
          </div>
        )}
      </div>
    </div>
  );
};

export interface UploadFieldProps {
  readonly upload: Upload;
  readonly noun: string;
  readonly label: ReactNode;
  readonly hint: string;
  readonly disabled?: boolean;
}

/** A file input that shows the progress of the upload, the uploaded file, and errors with a retry button. */
export const UploadField = ({ upload, noun, label, hint, disabled }: UploadFieldProps) => {
  const id = useId();
  if (upload.state.status !== "none") {
    return <UploadedFile upload={upload} noun={noun} errorId={`${id}-error`} />;
  }
  return (
    <label
      htmlFor={id}
      className="border-base-300 hover:border-primary has-focus-visible:outline-accent flex cursor-pointer items-center gap-3 rounded-xl border-2 border-dashed p-4 has-focus-visible:outline-3"
    >
      <ImagePlus aria-hidden="true" size={24} className="quiet shrink-0" />
      <span>
        <span className="block font-semibold">{label}</span>
        <span className="quiet block text-sm">{hint}</span>
      </span>
      <input
        id={id}
        type="file"
        accept={upload.accept.join(",")}
        disabled={disabled}
        className="sr-only"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          // Allows choosing the same file again after an error.
          event.target.value = "";
          if (file) upload.choose(file);
        }}
      />
    </label>
  );
};
