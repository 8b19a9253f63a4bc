import { blogImage } from "../../../../data/uploads/upload-kinds.ts";
import { FormUpload } from "../../../../kit/form-upload.tsx";
import { GenerateButton } from "../../../../kit/generate-button.tsx";

/** The picture above the post and in lists of posts: chosen, or drawn by AI from the title. */
export const BlogPicture = () => (
  <div className="grid gap-3 sm:col-span-2">
    <FormUpload
      name="imageUrl"
      label="Upload Image"
      kind={blogImage}
      hint="JPEG, PNG, WebP, GIF or AVIF, up to 5 MB"
    />
    <GenerateButton what="blogImage" name="imageUrl" from="title" empties={["imageAlt"]} />
  </div>
);
