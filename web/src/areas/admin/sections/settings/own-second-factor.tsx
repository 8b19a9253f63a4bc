import type { z } from "zod";
import LockKeyhole from "lucide-react/icons/lock-keyhole";
import LockKeyholeOpen from "lucide-react/icons/lock-keyhole-open";
import { useState } from "react";
import {
  type NewFactor,
  type OwnSecondFactor,
  useCreateRecoveryCodes,
  useEnrollSecondFactor,
  useRemoveOwnSecondFactor,
  useSecondFactorRule,
} from "#data/second-factors/mutations.ts";
import { secondFactorEndpoints } from "#contracts/second-factors.ts";
import { useDraftOwner } from "#kit/forms/draft-owner.ts";
import { FormPassword } from "#kit/forms/form-fields.tsx";
import { RecordForm } from "#kit/forms/record-form.tsx";
import { Button } from "#ui/button.tsx";
import { showFailure } from "#ui/messages/show-failure.ts";
import { CodeForm } from "#ui/fields/code-form.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { Notice } from "#ui/messages/notice.tsx";
import { showSuccess } from "#ui/messages/show-success.ts";
import { EnrollSteps } from "./enroll-steps.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";

const createFailureHandler = (title: string) => (error: unknown) =>
  showFailure(title, error, { title, fallback: "Please try again." });

const SetUpFactor = ({ onOpen }: { readonly onOpen: (dialog: DialogState) => void }) => (
  <>
    <p className="flex items-center gap-2 font-semibold">
      <LockKeyholeOpen aria-hidden="true" size={20} className="text-warning" />
      Two-step login is off
    </p>
    <Notice tone="info">
      Anyone who learns your password can get in. Please set up two-step login. It takes two
      minutes.
    </Notice>
    <div>
      <Button onClick={() => onOpen({ kind: "password" })}>Set up two-step login</Button>
    </div>
  </>
);

type EnrollInput = z.input<typeof secondFactorEndpoints.enrollSecondFactor.body>;

const PasswordStep = ({
  onFactorCreated,
  onCancel,
}: {
  readonly onFactorCreated: (factor: NewFactor) => void;
  readonly onCancel: () => void;
}) => {
  const enroll = useEnrollSecondFactor();
  const owner = useDraftOwner();
  return (
    <RecordForm
      label="Confirm your password"
      schema={secondFactorEndpoints.enrollSecondFactor.body}
      values={{ currentPassword: "" }}
      draft={{ owner, form: "second factor" }}
      failure={{ title: "We couldn't set up two-step login", fallback: "Please try again." }}
      onSave={async ({ currentPassword }) =>
        onFactorCreated(await enroll.mutateAsync(currentPassword))
      }
      onCancel={onCancel}
    >
      <FormPassword<EnrollInput>
        name="currentPassword"
        label="Current password"
        description="We ask so that no one else can do this if you step away."
        autoComplete="current-password"
        className="sm:col-span-2"
      />
    </RecordForm>
  );
};

const ActiveFactor = ({
  recoveryCodeCount,
  onOpen,
}: {
  readonly recoveryCodeCount: number;
  readonly onOpen: (dialog: DialogState) => void;
}) => {
  const create = useCreateRecoveryCodes();
  const renewCodes = () =>
    create
      .mutateAsync(undefined)
      .then(({ codes }) => onOpen({ kind: "codes", codes }))
      .catch(createFailureHandler("We couldn't create new recovery codes"));
  return (
    <>
      <div>
        <p className="flex items-center gap-2 font-semibold">
          <LockKeyhole aria-hidden="true" size={20} className="text-success" />
          Two-step login is on
        </p>
        <p className="quiet mt-1 text-sm">
          {recoveryCodeCount > 0
            ? `You have ${recoveryCodeCount} recovery ${recoveryCodeCount === 1 ? "code" : "codes"} in case you lose your phone.`
            : "You have no recovery codes. Please create some in case you lose your phone."}
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" busy={create.isPending} onClick={() => void renewCodes()}>
          New recovery codes
        </Button>
        <Button variant="ghost" className="text-error" onClick={() => onOpen({ kind: "remove" })}>
          Turn off
        </Button>
      </div>
    </>
  );
};

const RemoveFactor = ({ onDone }: { readonly onDone: () => void }) => {
  const remove = useRemoveOwnSecondFactor();
  const rule = useSecondFactorRule();
  return (
    <>
      <p className="mb-4">
        {rule.data?.isRequired
          ? "Administrators of this site must use two-step login, so you'll have to set it up again before you do anything else. Your recovery codes will stop working."
          : "You'll log in with just your password, and your recovery codes will stop working."}
      </p>
      <CodeForm
        label="Turn off two-step login"
        submitLabel="Turn off two-step login"
        look="danger"
        onCode={async (code) => {
          await remove.mutateAsync(code);
          showSuccess("Two-step login is off");
          onDone();
        }}
      />
    </>
  );
};

type DialogState =
  | { readonly kind: "password" }
  | { readonly kind: "enroll"; readonly factor: NewFactor }
  | { readonly kind: "codes"; readonly codes: readonly string[] }
  | { readonly kind: "remove" };

const DIALOG_TITLES = {
  password: "Set up two-step login",
  enroll: "Set up two-step login",
  codes: "Your recovery codes",
  remove: "Turn off two-step login?",
} as const;

export interface OwnSecondFactorSettingsProps {
  readonly ownFactor: OwnSecondFactor;
  /** Called once two-step login is on and the recovery codes have been shown. */
  readonly onSetUp?: (() => void) | undefined;
}

export const OwnSecondFactorSettings = ({ ownFactor, onSetUp }: OwnSecondFactorSettingsProps) => {
  const [dialog, setDialog] = useState<DialogState | null>(null);
  const close = () => {
    setDialog(null);
    if (dialog?.kind === "codes") onSetUp?.();
  };
  return (
    <>
      {ownFactor.hasSecondFactor ? (
        <ActiveFactor recoveryCodeCount={ownFactor.recoveryCodes} onOpen={setDialog} />
      ) : (
        <SetUpFactor onOpen={setDialog} />
      )}
      <Dialog open={dialog !== null} onClose={close} title={dialog && DIALOG_TITLES[dialog.kind]}>
        {dialog?.kind === "password" && (
          <PasswordStep
            onFactorCreated={(factor) => setDialog({ kind: "enroll", factor })}
            onCancel={close}
          />
        )}
        {dialog?.kind === "enroll" && (
          <EnrollSteps
            factor={dialog.factor}
            onRecoveryCodes={(codes) => setDialog({ kind: "codes", codes })}
          />
        )}
        {dialog?.kind === "codes" && <RecoveryCodes codes={dialog.codes} onSaved={close} />}
        {dialog?.kind === "remove" && <RemoveFactor onDone={close} />}
      </Dialog>
    </>
  );
};
