import type { ReactNode } from "react";
import type { z } from "zod";
import { useDraftOwner } from "#kit/forms/draft-owner.ts";
import { FormSelect } from "#kit/forms/form-fields.tsx";
import { RecordForm, type FormValues } from "#kit/forms/record-form.tsx";
import { idempotencyKeyOf } from "#lib/drafts/drafts.ts";
import { showSuccess } from "#ui/messages/show-success.ts";
import type { MergeQuestion } from "./merge-questions.ts";

interface MergeFormProps<Choices extends FormValues> {
  /** Such as `donors`. */
  readonly nouns: string;
  readonly keptId: string;
  readonly mergedId: string;
  /** Both records, and what the merge does to them. */
  readonly children: ReactNode;
  readonly schema: z.ZodType<Choices, FormValues>;
  readonly values: FormValues;
  readonly questions: readonly MergeQuestion<string>[];
  readonly labels: Readonly<Record<string, string>>;
  readonly onMerge: (choices: Choices, idempotencyKey: string) => Promise<unknown>;
  /** Called when the merge was refused, perhaps because one of the records has changed. */
  readonly onFailure: () => void;
  readonly onDone: () => void;
}

/** Asks which values to keep, and merges. */
export const MergeForm = <Choices extends FormValues>({
  nouns,
  keptId,
  mergedId,
  children,
  schema,
  values,
  questions,
  labels,
  onMerge,
  onFailure,
  onDone,
}: MergeFormProps<Choices>) => {
  const owner = useDraftOwner();
  const draft = { owner, form: `merge ${keptId} ${mergedId}` };
  return (
    <>
      {children}
      <RecordForm
        label={`Merge ${nouns}`}
        schema={schema}
        values={values}
        draft={draft}
        failure={{ title: "Merge Failed", fallback: `Failed to merge the ${nouns}` }}
        submitButtons={[{ label: `Merge ${nouns}`, busyLabel: "Merging…", values: {} }]}
        onSave={async (choices) => {
          try {
            await onMerge(schema.parse(choices), idempotencyKeyOf(draft));
          } catch (error) {
            onFailure();
            throw error;
          }
          showSuccess(`The ${nouns} were merged`);
        }}
        onSaved={onDone}
        onCancel={onDone}
      >
        {questions.map(({ name, options }) => (
          <FormSelect<FormValues>
            key={name}
            name={name}
            label={labels[name] ?? name}
            options={options}
          />
        ))}
      </RecordForm>
    </>
  );
};
