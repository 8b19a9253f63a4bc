import type { ReactNode } from "react";
import type { z } from "zod";
import { useSaveSingleRecord, useSingleRecord, type SingleRecord } from "#data/single-record.ts";
import { QueryStates } from "#admin/query-states.tsx";
import { SingleRecordForm } from "#kit/forms/single-record-form.tsx";
import type { FormValues, RecordFormProps } from "#kit/forms/record-form.tsx";

export interface ContentFormProps<Value extends FormValues, SaveInput> extends Pick<
  RecordFormProps,
  "failure" | "missingFieldsText" | "noticeFor"
> {
  /** Name of the record, such as "hero section". */
  readonly noun: string;
  readonly record: SingleRecord<Value & { readonly updatedAt: string | null }, SaveInput>;
  /** The contract's schema for the whole record. */
  readonly schema: z.ZodType<FormValues, FormValues>;
  /** The form's values on a new site, where the record doesn't exist yet. */
  readonly emptyValues?: Omit<Value, "updatedAt">;
  /** Values sent with every save. */
  readonly fixedValues?: Partial<SaveInput>;
  readonly loadingRowCount?: number;
  readonly children: ReactNode;
}

/** Edits a record that exists only once on the site, such as the hero section, and sends only the changes. */
export const ContentForm = <Value extends FormValues, SaveInput>({
  noun,
  record,
  schema,
  emptyValues,
  fixedValues,
  loadingRowCount,
  children,
  ...formProps
}: ContentFormProps<Value, SaveInput>) => {
  const query = useSingleRecord(record);
  const save = useSaveSingleRecord(record);
  return (
    <QueryStates query={query} subject={`the ${noun}`} loadingRowCount={loadingRowCount}>
      {(stored) => {
        const { updatedAt, ...values } = stored ?? { ...emptyValues, updatedAt: null };
        return (
          <SingleRecordForm
            {...formProps}
            label={`Update ${noun}`}
            schema={schema}
            values={{ ...values, ...fixedValues }}
            formName={noun}
            needsChange={Boolean(stored)}
            version={{ noun, name: "updatedAt", value: updatedAt }}
            onSave={(changes) => save.mutateAsync({ ...changes, ...fixedValues } as SaveInput)}
            success={{
              title: `The ${noun} was updated`,
              description: "Visitors will see it within a few minutes.",
            }}
          >
            {children}
          </SingleRecordForm>
        );
      }}
    </QueryStates>
  );
};
