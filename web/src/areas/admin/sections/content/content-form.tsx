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
  readonly record: SingleRecord<Value, Saved>;
  /** The contract's own. */
  readonly schema: z.ZodType<Saved & FormValues, Saved & FormValues>;
  /** What every save says beside the fields. */
  readonly fixed?: Partial<Saved>;
  readonly children: ReactNode;
}

/** A part of the site that there is one of: read, changed and saved as a whole. */
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
      {(values) => (
        <RecordForm
          {...told}
          key={`${JSON.stringify(values)} ${round}`}
          label={`Update ${noun}`}
          schema={schema}
          values={{ ...values, ...fixed }}
          draft={{ owner, form: noun }}
          onSave={async (valid) => {
            await save.mutateAsync(valid as Saved);
            showToast({
              title: `The ${noun} was updated`,
              description: "Visitors see it within a few minutes.",
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
