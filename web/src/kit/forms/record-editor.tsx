import type { ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import type { z } from "zod";
import {
  useCreateRecord,
  useInvalidateRecords,
  useUpdateRecord,
  type SaveQuery,
  type WritableResource,
} from "#data/resource.ts";
import { idempotencyKeyOf, clearIdempotencyKey } from "#lib/drafts/drafts.ts";
import { isKeyReused } from "#lib/api/refusals.ts";
import { isResponseLost } from "#lib/api/write-errors.ts";
import type { ToastText } from "#ui/messages/toast.ts";
import { useDraftOwner } from "./draft-owner.ts";
import type { EditedVersion } from "./edited-version.ts";
import { RecordForm, type RecordFormProps } from "./record-form.tsx";
import { showSuccess, type SuccessText } from "#ui/messages/show-success.ts";

/** The ID of the record that a new record belongs to, by the name of its field, such as `{ volunteerId }`. */
export type ParentIds = Readonly<Record<string, string>>;

type FormSchema = z.ZodType<FieldValues, FieldValues>;

export interface EditorText extends Partial<Pick<RecordFormProps, "submitButtons" | "failure">> {
  /** Shown after saving. */
  readonly success?: SuccessText | ((savedValues: FieldValues, response: unknown) => SuccessText);
}

export interface RecordEditorProps<Row> {
  readonly noun: string;
  /** Set this if there are several forms for new records, to keep their drafts apart. */
  readonly draftName?: string | undefined;
  readonly resource: WritableResource<unknown, FieldValues, FieldValues>;
  readonly schemas: { readonly create: FormSchema; readonly update: FormSchema };
  /** Null for a new record. */
  readonly record: Row | null;
  /** Initial values of a new record. */
  readonly emptyValues: FieldValues;
  /** Sent with a new record. Drafts of new records are kept apart by parent. */
  readonly parent?: ParentIds | undefined;
  /** Labels and notes for the panel that shows a conflict. */
  readonly conflict?: Pick<EditedVersion, "labels" | "noteOf">;
  readonly toFormValues?: (record: Row) => Row;
  readonly missingFieldsText?: ToastText;
  readonly noticeFor?: RecordFormProps["noticeFor"];
  readonly questionOf?: RecordFormProps["questionOf"];
  /** Replaces the default text, which is derived from `noun`. */
  readonly texts?: EditorText;
  readonly autosave?: RecordFormProps["autosave"];
  readonly saveQuery?: () => SaveQuery;
  /** Called after Cancel, and with the label of the pressed button after saving. */
  readonly onDone: (pressedLabel?: string) => void;
  /** Called instead of `onDone` after Cancel. */
  readonly onCancel?: () => void;
  readonly children: ReactNode;
}

/** Posts have a version number. All other records use their `updatedAt`. */
const getVersionName = (record: object) => ("version" in record ? "version" : "updatedAt");

/** The form for a new or existing record. An update sends only what has changed. */
export const RecordEditor = <Row extends { readonly id: string }>(
  props: RecordEditorProps<Row>,
) => {
  const {
    noun,
    resource,
    schemas,
    emptyValues,
    texts,
    onDone,
    toFormValues = (row) => row,
  } = props;
  const record = props.record && toFormValues(props.record);
  const create = useCreateRecord(resource);
  const update = useUpdateRecord(resource);
  const owner = useDraftOwner();
  const invalidateRecords = useInvalidateRecords(resource);
  const newDraftName = props.parent ? Object.values(props.parent).join() : props.draftName;
  const draft = { owner, form: `${noun}:${record?.id ?? newDraftName ?? "new"}` };
  const version =
    record &&
    ({
      ...props.conflict,
      noun,
      name: getVersionName(record),
      value: record[getVersionName(record) as keyof Row],
      valuesOf: (current: FieldValues) => toFormValues(current as Row),
    } satisfies EditedVersion);
  const addRecord = async (values: FieldValues) => {
    try {
      return await create.mutateAsync({
        values,
        idempotencyKey: idempotencyKeyOf(draft),
        query: props.saveQuery?.(),
      });
    } catch (error) {
      if (isKeyReused(error)) {
        clearIdempotencyKey(draft);
        void invalidateRecords();
      }
      throw error;
    }
  };
  // If the response was lost, the record may already exist. Sending it again can't create a duplicate, so skip the
  // confirmation.
  const isRetry = isResponseLost(create.error);
  const verb = record ? "Update" : "Add";

  return (
    <RecordForm
      label={record ? `Save ${noun}` : `Add ${noun}`}
      schema={record ? schemas.update : schemas.create}
      values={
        record
          ? Object.fromEntries(
              Object.keys(emptyValues).map((name) => [name, record[name as keyof Row]]),
            )
          : { ...emptyValues, ...props.parent }
      }
      draft={draft}
      autosave={props.autosave}
      version={version ?? undefined}
      deletedText={record ? `Someone deleted this ${noun}.` : undefined}
      takesFocus
      missingFieldsText={props.missingFieldsText}
      noticeFor={props.noticeFor}
      questionOf={isRetry ? undefined : props.questionOf}
      submitButtons={texts?.submitButtons}
      failure={
        texts?.failure ?? {
          title: `${verb} Failed`,
          fallback: `Failed to ${verb.toLowerCase()} ${noun}`,
        }
      }
      onSave={async (values, changes) => {
        const response = record
          ? await update.mutateAsync({ id: record.id, changes, query: props.saveQuery?.() })
          : await addRecord(values);
        const successText = texts?.success ?? `The ${noun} was ${record ? "saved" : "added"}`;
        showSuccess(
          typeof successText === "function" ? successText(values, response) : successText,
        );
      }}
      onSaved={onDone}
      onCancel={() => {
        // The record may have been changed or deleted in the meantime, so refetch the list.
        if (update.isError) void invalidateRecords();
        (props.onCancel ?? onDone)();
      }}
    >
      {props.children}
    </RecordForm>
  );
};
