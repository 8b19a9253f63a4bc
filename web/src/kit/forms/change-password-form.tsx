import { z } from "zod";
import { sessionEndpoints } from "#contracts/sessions.ts";
import { isSamePassword } from "#rules/new-password.ts";
import { showSuccess } from "#ui/messages/show-success.ts";
import { LoginName } from "#ui/fields/login-name.tsx";
import type { ToastText } from "#ui/messages/toast.ts";
import { useDraftOwner } from "./draft-owner.ts";
import { FormPassword } from "./form-fields.tsx";
import { RecordForm } from "./record-form.tsx";

type NoticeText = ToastText & { readonly description: string };

/** Texts that are different for volunteers (VDASH-54 to VDASH-59) and administrators (ALOGIN-24 to ALOGIN-27). */
export interface PasswordFormText {
  readonly mismatchNotice: NoticeText;
  readonly tooShortNotice: NoticeText;
  /** States the minimum length. */
  readonly hint: string;
  readonly failureTitle: string;
  readonly successTitle: string;
}

export interface ChangePasswordFormProps {
  readonly texts: PasswordFormText;
  /** The email or username that the person logs in with. */
  readonly loginName: string;
  readonly onChange: (passwords: {
    readonly currentPassword: string;
    readonly newPassword: string;
  }) => Promise<unknown>;
  readonly onDone: () => void;
}

const EMPTY_PASSWORDS = { currentPassword: "", newPassword: "", confirmPassword: "" };

// The repeated password is only compared in the browser and never sent.
const createSchema = (mismatch: string) =>
  sessionEndpoints.changeVolunteerPassword.body
    .extend({ confirmPassword: z.string().min(1) })
    .refine(({ newPassword, confirmPassword }) => isSamePassword(newPassword, confirmPassword), {
      path: ["confirmPassword"],
      message: mismatch,
      // Runs even if the new password is too short, because a mismatch is reported first.
      when: () => true,
    });

type PasswordInput = z.input<ReturnType<typeof createSchema>>;

export const ChangePasswordForm = ({
  texts,
  loginName,
  onChange,
  onDone,
}: ChangePasswordFormProps) => {
  const { mismatchNotice, tooShortNotice, hint, failureTitle, successTitle } = texts;
  const owner = useDraftOwner();
  return (
    <RecordForm
      label="Change password"
      schema={createSchema(mismatchNotice.description)}
      values={EMPTY_PASSWORDS}
      draft={{ owner, form: "change password" }}
      missingFieldsText={{
        title: "Missing Information",
        description: "Please fill in all password fields.",
      }}
      noticeFor={({ newPassword, confirmPassword }) =>
        confirmPassword
          ? mismatchNotice
          : newPassword?.type === "too_small"
            ? tooShortNotice
            : undefined
      }
      failure={{
        title: failureTitle,
        fallback: "We couldn't change your password. Please try again.",
      }}
      onSave={async ({ currentPassword, newPassword }) => {
        await onChange({ currentPassword, newPassword });
        showSuccess({
          title: successTitle,
          description: "Your other devices have been logged out.",
        });
        onDone();
      }}
      onCancel={onDone}
    >
      <LoginName value={loginName} />
      <FormPassword<PasswordInput>
        name="currentPassword"
        label="Current password"
        autoComplete="current-password"
        className="sm:col-span-2"
      />
      <FormPassword<PasswordInput>
        name="newPassword"
        label="New password"
        description={hint}
        autoComplete="new-password"
        className="sm:col-span-2"
      />
      <FormPassword<PasswordInput>
        name="confirmPassword"
        label="Confirm new password"
        autoComplete="new-password"
        className="sm:col-span-2"
      />
    </RecordForm>
  );
};
