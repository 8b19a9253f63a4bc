import type { ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import type { z } from "zod";
import {
  useCreateRecord,
  useForgetRecords,
  useUpdateRecord,
  type Written,
} from "../data/resource.ts";
import { attemptOf, forgetAttempt } from "../lib/drafts.ts";
import { isKeyReused, isUnanswered } from "../lib/refusals.ts";
import { isTimeout } from "../lib/time-limit.ts";
import type { ToastText } from "../ui/toast.ts";
import { useDraftOwner } from "./draft-owner.ts";
import type { EditedVersion } from "./edited-version.ts";
import { RecordForm, type RecordFormProps } from "./record-form.tsx";
import { tellSuccess, type SuccessText } from "./tell-success.ts";

type FormSchema = z.ZodType<FieldValues, FieldValues>;

export interface EditorWords extends Partial<Pick<RecordFormProps, "submits" | "failure">> {
  /** Told when it is saved. */
  readonly done?: SuccessText | ((saved: FieldValues) => SuccessText);
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
  /** How a conflict is told, beyond what the form itself says. */
  readonly conflict?: Pick<EditedVersion, "labels" | "noteOf">;
  /** The record as the fields hold it. */
  readonly asTyped?: (record: Row) => Row;
  readonly missing?: ToastText;
  readonly toldOf?: RecordFormProps["toldOf"];
  readonly questionOf?: RecordFormProps["questionOf"];
  /** Where they are not the noun's. */
  readonly words?: EditorWords;
  readonly onDone: () => void;
  readonly children: ReactNode;
}

/** Posts count their versions, everything else is told apart by when it was saved. */
const versionNameOf = (record: object) => ("version" in record ? "version" : "updatedAt");

/** The form of a new record or of one that is there, of which only what was changed is sent. */
export const RecordEditor = <Row extends { readonly id: string }>(
  props: RecordEditorProps<Row>,
) => {
  const { noun, resource, schemas, empty, words, onDone, asTyped = (row) => row } = props;
  const record = props.record && asTyped(props.record);
  const create = useCreateRecord(resource);
  const update = useUpdateRecord(resource);
  const owner = useDraftOwner();
  const forget = useForgetRecords(resource);
  const draft = { owner, form: `${noun}:${record?.id ?? props.draftOf ?? "new"}` };
  const version =
    record &&
    ({
      ...props.conflict,
      noun,
      name: versionNameOf(record),
      value: record[versionNameOf(record) as keyof Row],
      valuesOf: (current: FieldValues) => asTyped(current as Row),
    } satisfies EditedVersion);
  const add = async (values: FieldValues) => {
    try {
      await create.mutateAsync({ values, idempotencyKey: attemptOf(draft) });
    } catch (error) {
      if (isKeyReused(error)) {
        forgetAttempt(draft);
        void forget();
      }
      throw error;
    }
  };
  // It may be there already, and sending it again adds no second one, so nothing is asked.
  const isRetry = isUnanswered(create.error) || isTimeout(create.error);
  const verb = record ? "Update" : "Add";

  return (
    <RecordForm
      label={record ? `Save ${noun}` : `Add ${noun}`}
      schema={record ? schemas.update : schemas.create}
      values={
        record
          ? Object.fromEntries(Object.keys(empty).map((name) => [name, record[name as keyof Row]]))
          : empty
      }
      draft={draft}
      version={version ?? undefined}
      gone={record ? `Someone deleted this ${noun}.` : undefined}
      hasFocus
      missing={props.missing}
      toldOf={props.toldOf}
      questionOf={isRetry ? undefined : props.questionOf}
      submits={words?.submits}
      failure={
        words?.failure ?? {
          title: `${verb} Failed`,
          fallback: `Failed to ${verb.toLowerCase()} ${noun}`,
        }
      }
      onSave={async (values, changes) => {
        if (record) await update.mutateAsync({ id: record.id, changes });
        else await add(values);
        const done = words?.done ?? `The ${noun} was ${record ? "saved" : "added"}`;
        tellSuccess(typeof done === "function" ? done(values) : done);
        onDone();
      }}
      onCancel={() => {
        // What was saved or deleted meanwhile is in no list yet.
        if (update.isError) void forget();
        onDone();
      }}
    >
      {props.children}
    </RecordForm>
  );
};
