import { useMutation } from "@tanstack/react-query";
import { api, type ApiOptions } from "../../lib/api-client.ts";
import { putFile } from "../uploads/put-file.ts";
import { shrinkImage } from "../uploads/shrink-image.ts";
import { uploadStep } from "../uploads/upload-failure.ts";

export type NewTestimonial = ApiOptions<"POST /api/testimonials">["body"];

export const useCreateTestimonial = () =>
  useMutation({
    mutationFn: (body: NewTestimonial) => api("POST /api/testimonials", { body }),
  });

export interface TestimonialImageUpload {
  readonly file: File;
  readonly onPercent: (percent: number) => void;
}

/** Signed address, PUT, then the server's check; answers the path to store. */
export const useUploadTestimonialImage = () =>
  useMutation({
    mutationFn: async ({ file, onPercent }: TestimonialImageUpload) => {
      const image = await shrinkImage(file);
      const { uploadURL } = await uploadStep("prepare", () => api("POST /api/testimonials/upload"));
      await uploadStep("send", () => putFile(uploadURL, image, onPercent));
      const { objectPath } = await uploadStep("save", () =>
        api("PUT /api/testimonials/image", { body: { testimonialImageURL: uploadURL } }),
      );
      return objectPath;
    },
  });
