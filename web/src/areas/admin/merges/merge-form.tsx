import type { ComponentType, ReactNode } from "react";
import type { z } from "zod";
import { useDraftOwner } from "#kit/forms/draft-owner.ts";
import { FormSelect } from "#kit/forms/form-fields.tsx";
import { RecordForm, type FormValues } from "#kit/forms/record-form.tsx";
import { idempotencyKeyOf } from "#lib/drafts/drafts.ts";
import { showSuccess } from "#ui/messages/show-success.ts";
import type { MergeQuestion } from "./merge-questions.ts";

interface Side {
  readonly id: string;
  readonly updatedAt: string;
}

interface MergeFormProps<OwnSide extends Side, Choices extends FormValues> {
  /** The plural name of the records, such as `donors`. */
  readonly pluralNoun: string;
  readonly preview: { readonly kept: OwnSide; readonly merged: OwnSide };
  readonly summary: ComponentType<{ readonly title?: string; readonly side: OwnSide }>;
  /** Describes the merge's effects on both records. */
  readonly children: ReactNode;
  readonly schema: z.ZodType<Choices, FormValues>;
  readonly values: FormValues;
  readonly questions: readonly MergeQuestion<string>[];
  readonly labels: Readonly<Record<string, string>>;
  readonly onMerge: (merge: {
    readonly body: {
      readonly keptId: string;
      readonly mergedId: string;
      readonly keptUpdatedAt: string;
      readonly mergedUpdatedAt: string;
      readonly choices: Choices;
    };
    readonly idempotencyKey: string;
  }) => Promise<unknown>;
  /** Called when the merge was rejected, perhaps because one of the records has changed. */
  readonly onFailure: () => void;
  readonly onDone: () => void;
}

/** Asks which values to keep, and merges the records. */
export const MergeForm = <OwnSide extends Side, Choices extends FormValues>({
  pluralNoun,
  preview: { kept, merged },
  summary: Summary,
  children,
  schema,
  values,
  questions,
  labels,
  onMerge,
  onFailure,
  onDone,
}: MergeFormProps<OwnSide, Choices>) => {
  const owner = useDraftOwner();
  const draft = { owner, form: `merge ${kept.id} ${merged.id}` };
  return (
    <>
      <div className="mb-4 grid gap-4 sm:grid-cols-2">
        <Summary title="Keep this one" side={kept} />
        <Summary title="Merge this one into it" side={merged} />
      </div>
      {children}
      <RecordForm
        label={`Merge ${pluralNoun}`}
        schema={schema}
        values={values}
        draft={draft}
        failure={{ title: "Merge Failed", fallback: `Failed to merge the ${pluralNoun}` }}
        submitButtons={[{ label: `Merge ${pluralNoun}`, busyLabel: "Merging…", values: {} }]}
        onSave={async (choices) => {
          try {
            await onMerge({
              body: {
                keptId: kept.id,
                mergedId: merged.id,
                keptUpdatedAt: kept.updatedAt,
                mergedUpdatedAt: merged.updatedAt,
                choices: schema.parse(choices),
              },
              idempotencyKey: idempotencyKeyOf(draft),
            });
          } catch (error) {
            onFailure();
            throw error;
          }
          showSuccess(`The ${pluralNoun} were merged`);
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
