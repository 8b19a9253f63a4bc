import type { ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import type { z } from "zod";
import { useCreateRecord, useUpdateRecord, type Written } from "../data/resource.ts";
import type { ToastText } from "../ui/toast.ts";
import { useDraftOwner } from "./draft-owner.ts";
import { RecordForm, type RecordFormProps } from "./record-form.tsx";
import { tellSuccess, type SuccessText } from "./tell-success.ts";

type FormSchema = z.ZodType<FieldValues, FieldValues>;

export interface EditorWords extends Partial<Pick<RecordFormProps, "submits" | "failure">> {
  /** Told when it is saved. */
  readonly done?: SuccessText;
}

export interface RecordEditorProps<Row> {
  readonly noun: string;
  /** Where several forms for a new one exist: which of them a draft belongs to. */
  readonly draftOf?: string | undefined;
  readonly resource: Written<Row, FieldValues, FieldValues>;
  readonly schemas: { readonly create: FormSchema; readonly update: FormSchema };
  /** Null for a new one. */
  readonly record: Row | null;
  /** What the fields of a new one begin with. */
  readonly empty: FieldValues;
  /** Of what several people write: a change says which version it was made of, and is refused where that is old. */
  readonly isVersioned?: true;
  readonly onRefused?: (error: unknown) => boolean;
  readonly missing?: ToastText;
  readonly toldOf?: RecordFormProps["toldOf"];
  /** Where they are not the noun's. */
  readonly words?: EditorWords;
  readonly onDone: () => void;
  readonly children: ReactNode;
}

/** The form of a new record or of one that is there, of which only what was changed is sent. */
export const RecordEditor = <Row extends { readonly id: string }>(
  props: RecordEditorProps<Row>,
) => {
  const { noun, resource, schemas, record, empty, words, onDone } = props;
  const create = useCreateRecord(resource);
  const update = useUpdateRecord(resource);
  const owner = useDraftOwner();
  const alwaysSent = record && props.isVersioned ? ["version"] : [];
  const verb = record ? "Update" : "Add";

  return (
    <RecordForm
      label={record ? `Save ${noun}` : `Add ${noun}`}
      schema={record ? schemas.update : schemas.create}
      values={
        record
          ? Object.fromEntries(
              [...Object.keys(empty), ...alwaysSent].map((name) => [
                name,
                record[name as keyof Row],
              ]),
            )
          : empty
      }
      draft={{
        owner,
        form: `${noun}:${record?.id ?? props.draftOf ?? "new"}`,
      }}
      hasFocus
      alwaysSent={alwaysSent}
      onRefused={props.onRefused}
      missing={props.missing}
      toldOf={props.toldOf}
      submits={words?.submits}
      failure={
        words?.failure ?? {
          title: `${verb} Failed`,
          fallback: `Failed to ${verb.toLowerCase()} ${noun}`,
        }
      }
      onSave={async (values, changes) => {
        if (record) await update.mutateAsync({ id: record.id, changes });
        else await create.mutateAsync(values);
        tellSuccess(words?.done ?? `The ${noun} was ${record ? "saved" : "added"}`);
        onDone();
      }}
      onCancel={onDone}
    >
      {props.children}
    </RecordForm>
  );
};
