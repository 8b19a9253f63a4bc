import { useState } from "react";
import { FormText } from "../../../../kit/form-fields.tsx";
import { GenerateButton } from "../../../../kit/generate-button.tsx";
import { TextField } from "../../../../ui/field.tsx";

/** The post's title, by hand or by AI from a keyword, which is no part of the post. */
export const BlogTitle = () => {
  const [keyword, setKeyword] = useState("");
  return (
    <div className="grid gap-3 sm:col-span-2">
      <FormText name="title" label="Title" />
      <div className="grid items-start gap-x-3 gap-y-2 sm:grid-cols-2">
        <TextField
          label="Keyword"
          placeholder="Holiday boxes"
          description="Only the AI uses it. It isn't saved."
          autoComplete="off"
          maxLength={100}
          value={keyword}
          onValue={setKeyword}
          // The form is not meant.
          onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
        />
        <GenerateButton what="blogTitle" name="title" about={keyword} className="sm:pt-8" />
      </div>
    </div>
  );
};
