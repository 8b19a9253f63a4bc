import { useState, type ReactNode } from "react";
import type { z } from "zod";
import {
  useSaveSingleRecord,
  useSingleRecord,
  type SingleRecord,
} from "../../../../data/single-record.ts";
import { useDraftOwner } from "../../../../kit/draft-owner.ts";
import { RecordForm, type FormValues, type RecordFormProps } from "../../../../kit/record-form.tsx";
import { showToast } from "../../../../ui/toast.ts";
import { QueryStates } from "../../query-states.tsx";

export interface ContentFormProps<Value extends FormValues, Saved> extends Pick<
  RecordFormProps,
  "failure" | "missing" | "toldOf" | "needsChange"
> {
  /** What it is: "hero section". */
  readonly noun: string;
  readonly record: SingleRecord<Value & { readonly updatedAt: string | null }, Saved>;
  /** The contract's own, as a whole. */
  readonly schema: z.ZodType<FormValues, FormValues>;
  /** What every save says beside the fields. */
  readonly fixed?: Partial<Saved>;
  readonly children: ReactNode;
}

/** A part of the site that there is one of; what was changed is sent. */
export const ContentForm = <Value extends FormValues, Saved>({
  noun,
  record,
  schema,
  fixed,
  children,
  ...told
}: ContentFormProps<Value, Saved>) => {
  const query = useSingleRecord(record);
  const save = useSaveSingleRecord(record);
  const owner = useDraftOwner();
  const [round, setRound] = useState(0);
  return (
    <QueryStates query={query} what={`the ${noun}`}>
      {({ updatedAt, ...values }) => (
        <RecordForm
          {...told}
          key={`${JSON.stringify(values)} ${round}`}
          label={`Update ${noun}`}
          schema={schema}
          values={{ ...values, ...fixed }}
          draft={{ owner, form: noun }}
          version={{ noun, name: "updatedAt", value: updatedAt }}
          onSave={async (_, changes) => {
            await save.mutateAsync({ ...changes, ...fixed } as Saved);
            showToast({
              title: `The ${noun} was updated`,
              description: "Visitors will see it within a few minutes.",
              variant: "success",
            });
          }}
          onCancel={() => setRound(round + 1)}
        >
          {children}
        </RecordForm>
      )}
    </QueryStates>
  );
};
