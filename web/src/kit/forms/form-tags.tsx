import X from "lucide-react/icons/x";
import { useId, useRef, useState } from "react";
import { useController, type FieldValues } from "react-hook-form";
import { TAG_MAX_LENGTH, TAGS_MAX } from "#contracts/limits.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/fields/field.tsx";
import type { FormFieldProps } from "./form-fields.tsx";

export interface FormTagsProps<Values extends FieldValues> extends FormFieldProps<Values> {
  /** Accessible name of the list of tags, such as "Tags on this post". */
  readonly listLabel: string;
  readonly suggestions?: readonly string[];
  /** Shown after the instructions for typing tags. */
  readonly description?: string;
}

/** A list of tags. Typing a comma or pressing Enter adds one. */
export const FormTags = <Values extends FieldValues = never>({
  name,
  label,
  listLabel,
  suggestions,
  description = "",
}: FormTagsProps<Values>) => {
  const { field, fieldState, formState } = useController<Values>({ name });
  const [inputText, setInputText] = useState("");
  const listId = useId();
  const inputRef = useRef<HTMLInputElement>(null);
  const tags = field.value as readonly string[];
  const isFull = tags.length >= TAGS_MAX;

  const add = () => {
    const newTag = inputText.replace(/\s+/g, " ").trim();
    setInputText("");
    const isDuplicate = tags.some((tag) => tag.toLowerCase() === newTag.toLowerCase());
    if (newTag !== "" && !isDuplicate && !isFull) field.onChange([...tags, newTag]);
  };
  const remove = (tag: string) => {
    field.onChange(tags.filter((existingTag) => existingTag !== tag));
    inputRef.current?.focus();
  };
  return (
    <div className="sm:col-span-2">
      <TextField
        ref={inputRef}
        label={label}
        required={false}
        autoComplete="off"
        list={listId}
        maxLength={TAG_MAX_LENGTH}
        disabled={formState.isSubmitting}
        description={`Up to ${TAGS_MAX}. Press Enter or type a comma after each. ${description}`}
        error={fieldState.error && "Use fewer or shorter tags."}
        value={inputText}
        onValue={setInputText}
        onBlur={add}
        onKeyDown={(event) => {
          if (event.key !== "Enter" && event.key !== ",") return;
          event.preventDefault();
          add();
        }}
        className="max-w-md"
      />
      <datalist id={listId}>
        {suggestions?.map((tag) => (
          <option key={tag}>{tag}</option>
        ))}
      </datalist>
      {tags.length > 0 && (
        <ul aria-label={listLabel} className="mt-3 flex flex-wrap gap-2">
          {tags.map((tag) => (
            <li key={tag}>
              <Button
                variant="outline"
                size="sm"
                aria-label={`Remove tag ${tag}`}
                disabled={formState.isSubmitting}
                onClick={() => remove(tag)}
              >
                {tag}
                <X aria-hidden="true" size={14} />
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
};
