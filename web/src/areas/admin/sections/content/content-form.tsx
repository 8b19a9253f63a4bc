import { useState, type ReactNode } from "react";
import type { z } from "zod";
import { useSaveSingleRecord, useSingleRecord, type SingleRecord } from "#data/single-record.ts";
import { useDraftOwner } from "#kit/draft-owner.ts";
import { RecordForm, type FormValues, type RecordFormProps } from "#kit/record-form.tsx";
import { showSuccess } from "#ui/show-success.ts";
import { QueryStates } from "#admin/query-states.tsx";

export interface ContentFormProps<Value extends FormValues, Saved> extends Pick<
  RecordFormProps,
  "failure" | "missing" | "noticeFor" | "needsChange"
> {
  /** Name of the record, such as "hero section". */
  readonly noun: string;
  readonly record: SingleRecord<Value & { readonly updatedAt: string | null }, Saved>;
  /** The contract's schema of the whole record. */
  readonly schema: z.ZodType<FormValues, FormValues>;
  /** Values sent with every save. */
  readonly fixed?: Partial<Saved>;
  readonly children: ReactNode;
}

/** Edits a single record of the site and sends only the changes. */
export const ContentForm = <Value extends FormValues, Saved>({
  noun,
  record,
  schema,
  fixed,
  children,
  ...formProps
}: ContentFormProps<Value, Saved>) => {
  const query = useSingleRecord(record);
  const save = useSaveSingleRecord(record);
  const owner = useDraftOwner();
  const [resetKey, setResetKey] = useState(0);
  return (
    <QueryStates query={query} what={`the ${noun}`}>
      {({ updatedAt, ...values }) => (
        <RecordForm
          {...formProps}
          key={`${JSON.stringify(values)} ${resetKey}`}
          label={`Update ${noun}`}
          schema={schema}
          values={{ ...values, ...fixed }}
          draft={{ owner, form: noun }}
          version={{ noun, name: "updatedAt", value: updatedAt }}
          onSave={async (_, changes) => {
            await save.mutateAsync({ ...changes, ...fixed } as Saved);
            showSuccess({
              title: `The ${noun} was updated`,
              description: "Visitors will see it within a few minutes.",
            });
          }}
          onCancel={() => setResetKey(resetKey + 1)}
        >
          {children}
        </RecordForm>
      )}
    </QueryStates>
  );
};
