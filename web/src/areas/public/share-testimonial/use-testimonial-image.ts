import { useEffect, useState } from "react";
import { UPLOAD_MAX_BYTES } from "#contracts/limits.ts";
import { useUploadTestimonialImage } from "../../../data/testimonials/mutations.ts";
import { UploadFailure } from "../../../data/uploads/upload-failure.ts";
import { serverMessage } from "../../../lib/api-error.ts";
import { logFailure } from "../../../lib/log.ts";
import { showToast } from "../../../ui/toast.ts";

export type TestimonialImageState =
  | { readonly status: "none" }
  | { readonly status: "uploading"; readonly percent: number }
  | { readonly status: "ready"; readonly objectPath: string }
  | { readonly status: "failed"; readonly message: string };

const NONE: TestimonialImageState = { status: "none" };

/** The documents name alerts for two of the steps and a notification for the third (P§8). */
const report = (failure: UploadFailure): string => {
  logFailure(failure.message, failure.cause);
  const said = serverMessage(failure.cause);
  if (failure.step === "prepare") alert("Failed to prepare upload. Please try again.");
  if (failure.step === "send") alert("Upload failed. Please try again.");
  if (failure.step === "save") {
    showToast({ title: "Upload Failed", description: said ?? failure.message });
  }
  return failure.step === "send" ? failure.message : (said ?? failure.message);
};

/** A picture goes up as soon as it is chosen, while the story is still being written. */
export const useTestimonialImage = () => {
  const [file, setFile] = useState<File | null>(null);
  const [preview, setPreview] = useState<string | null>(null);
  const [state, setState] = useState<TestimonialImageState>(NONE);
  const { mutateAsync } = useUploadTestimonialImage();

  useEffect(() => {
    if (!preview) return undefined;
    return () => URL.revokeObjectURL(preview);
  }, [preview]);

  const upload = async (chosen: File) => {
    setState({ status: "uploading", percent: 0 });
    try {
      const objectPath = await mutateAsync({
        file: chosen,
        onPercent: (percent) => setState({ status: "uploading", percent }),
      });
      setState({ status: "ready", objectPath });
    } catch (error) {
      const failure = error instanceof UploadFailure ? error : new UploadFailure("send", error);
      setState({ status: "failed", message: report(failure) });
    }
  };

  const choose = (chosen: File) => {
    if (chosen.size > UPLOAD_MAX_BYTES) {
      alert("File size exceeds 10MB limit");
      return;
    }
    setFile(chosen);
    setPreview(URL.createObjectURL(chosen));
    void upload(chosen);
  };

  return {
    state,
    preview,
    name: file?.name ?? "",
    choose,
    retry: () => void (file && upload(file)),
    remove: () => {
      setFile(null);
      setPreview(null);
      setState(NONE);
    },
  };
};

export type TestimonialImage = ReturnType<typeof useTestimonialImage>;
