import ArrowUp from "lucide-react/icons/arrow-up";
import Plus from "lucide-react/icons/plus";
import Trash2 from "lucide-react/icons/trash-2";
import { useId, useRef, type ReactNode } from "react";
import {
  get,
  useFieldArray,
  useFormContext,
  type FieldArrayPath,
  type FieldValues,
} from "react-hook-form";
import { Button, IconButton } from "#ui/button.tsx";
import "./form-list.css";

export interface FormListProps<Values extends FieldValues> {
  /** Name of the list's field in the contract. */
  readonly name: NoInfer<FieldArrayPath<Values>>;
  readonly legend: string;
  readonly description?: ReactNode;
  /** Singular name of an entry, such as "gift level". */
  readonly noun: string;
  readonly max: number;
  readonly emptyEntry: FieldValues;
  /** Renders the two fields of an entry, the longer field first. Their names start with `prefix`. */
  readonly renderFields: (prefix: `${NoInfer<FieldArrayPath<Values>>}.${number}`) => ReactNode;
}

interface ListError {
  readonly message?: string;
  readonly root?: { readonly message?: string };
}

/** Edits an ordered list. Entries can be added, removed and moved, also with the keyboard. */
export const FormList = <Values extends FieldValues = never>(props: FormListProps<Values>) => {
  const { name, noun } = props;
  const { fields, append, remove, swap } = useFieldArray<FieldValues, string>({ name });
  const { isSubmitting, errors } = useFormContext().formState;
  // The error about the whole list. The schema reports it at `root`, the server at the field's name.
  const listError = get(errors, name) as ListError | undefined;
  const error = listError?.root?.message ?? listError?.message;
  const errorId = useId();
  const listRef = useRef<HTMLOListElement>(null);
  /** Moves the focus to the list, because the button that had it may have moved or disappeared. */
  const focusList = () => listRef.current?.focus();
  return (
    <fieldset className="sm:col-span-2" disabled={isSubmitting}>
      <legend className="font-semibold">{props.legend}</legend>
      {props.description && <p className="quiet mt-1 text-sm">{props.description}</p>}
      <ol
        ref={listRef}
        tabIndex={-1}
        aria-describedby={error && errorId}
        className="mt-3 grid gap-4 outline-none"
      >
        {fields.map((field, index) => (
          <li
            key={field.id}
            aria-label={`${noun} ${index + 1}`}
            className="list-entry grid items-start gap-2"
          >
            {props.renderFields(`${name}.${index}`)}
            <div className="flex gap-1 self-end">
              <IconButton
                label={`Move ${noun} ${index + 1} up`}
                disabled={index === 0}
                onClick={() => {
                  swap(index, index - 1);
                  focusList();
                }}
              >
                <ArrowUp aria-hidden="true" size={18} />
              </IconButton>
              <IconButton
                label={`Remove ${noun} ${index + 1}`}
                onClick={() => {
                  remove(index);
                  focusList();
                }}
              >
                <Trash2 aria-hidden="true" size={18} />
              </IconButton>
            </div>
          </li>
        ))}
      </ol>
      {/* Receives focus after a rejected save, because the fields of a long list may not be on the screen. */}
      {error && (
        <p
          id={errorId}
          tabIndex={-1}
          data-invalid=""
          className="text-error mt-1.5 text-sm font-medium outline-none"
        >
          {error}
        </p>
      )}
      <Button
        variant="outline"
        size="sm"
        className="mt-3"
        disabled={fields.length >= props.max}
        onClick={() => append(props.emptyEntry)}
      >
        <Plus aria-hidden="true" size={16} />
        Add {noun}
      </Button>
    </fieldset>
  );
};
