import type { ReactNode } from "react";
import type { z } from "zod";
import { useDraftOwner } from "#kit/forms/draft-owner.ts";
import { FormText } from "#kit/forms/form-fields.tsx";
import { RecordForm, type FormValues, type RecordFormProps } from "#kit/forms/record-form.tsx";
import { showSuccess } from "#ui/messages/show-success.ts";

interface Reason {
  readonly reason: string;
}

export interface ReasonFormProps extends Pick<
  RecordFormProps,
  "label" | "cancelLabel" | "failure"
> {
  readonly schema: z.ZodType<Reason & FormValues, FormValues>;
  /** Distinguishes this form's draft from those of other forms. */
  readonly draftName: string;
  readonly placeholder?: string;
  readonly description?: string;
  /** Shown below the reason. */
  readonly children?: ReactNode;
  /** Shown after the request has succeeded. */
  readonly success: string;
  readonly onSubmitReason: (body: Reason) => Promise<unknown>;
  readonly onDone: () => void;
}

/** Asks for the reason before something is voided or canceled. */
export const ReasonForm = ({
  schema,
  draftName,
  placeholder,
  description,
  children,
  success,
  onSubmitReason,
  onDone,
  ...formProps
}: ReasonFormProps) => (
  <RecordForm
    {...formProps}
    schema={schema}
    values={{ reason: "" }}
    draft={{ owner: useDraftOwner(), form: draftName }}
    onSave={async (values) => {
      await onSubmitReason(schema.parse(values));
      showSuccess(success);
      onDone();
    }}
    onCancel={onDone}
  >
    <FormText<Reason>
      name="reason"
      label="Reason"
      {...(placeholder !== undefined && { placeholder })}
      {...(description !== undefined && { description })}
      className="sm:col-span-2"
    />
    {children}
  </RecordForm>
);
