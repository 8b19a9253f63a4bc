import LockKeyhole from "lucide-react/icons/lock-keyhole";
import LockKeyholeOpen from "lucide-react/icons/lock-keyhole-open";
import { useState } from "react";
import {
  useCreateRecoveryCodes,
  useEnrolSecondFactor,
  useRemoveOwnSecondFactor,
  type NewFactor,
} from "../../../../data/second-factors/mutations.ts";
import type { SecondFactor } from "../../../../data/second-factors/queries.ts";
import { secondFactorEndpoints } from "#contracts/second-factors.ts";
import { useDraftOwner } from "../../../../kit/draft-owner.ts";
import { FormPassword } from "../../../../kit/form-fields.tsx";
import { RecordForm } from "../../../../kit/record-form.tsx";
import { Button } from "../../../../ui/button.tsx";
import { tellFailure } from "../../../../ui/tell-failure.ts";
import { CodeForm } from "../../../../ui/code-form.tsx";
import { Dialog } from "../../../../ui/dialog.tsx";
import { showToast } from "../../../../ui/toast.ts";
import { EnrolSteps } from "./enrol-steps.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";

const tell = (title: string) => (error: unknown) =>
  tellFailure(title, error, { title, fallback: "Please try again." });

const SetUp = ({ onOpen }: { readonly onOpen: (dialog: OpenDialog) => void }) => (
  <>
    <p className="flex items-center gap-2 font-semibold">
      <LockKeyholeOpen aria-hidden="true" size={20} className="text-warning" />
      Your password alone opens this dashboard
    </p>
    <div>
      <Button onClick={() => onOpen({ kind: "password" })}>Set up a second factor</Button>
    </div>
  </>
);

const PasswordFirst = ({
  onFactor,
  onCancel,
}: {
  readonly onFactor: (factor: NewFactor) => void;
  readonly onCancel: () => void;
}) => {
  const enrol = useEnrolSecondFactor();
  const owner = useDraftOwner();
  return (
    <RecordForm
      label="Confirm your password"
      schema={secondFactorEndpoints.enrolSecondFactor.body}
      values={{ currentPassword: "" }}
      draft={{ owner, form: "second factor" }}
      failure={{ title: "The second factor could not be set up", fallback: "Please try again." }}
      onSave={async ({ currentPassword }) => onFactor(await enrol.mutateAsync(currentPassword))}
      onCancel={onCancel}
    >
      <FormPassword
        name="currentPassword"
        label="Current password"
        description="So that nobody else can do this at your open dashboard."
        autoComplete="current-password"
        className="sm:col-span-2"
      />
    </RecordForm>
  );
};

const Protected = ({
  recoveryCodes,
  onOpen,
}: {
  readonly recoveryCodes: number;
  readonly onOpen: (dialog: OpenDialog) => void;
}) => {
  const create = useCreateRecoveryCodes();
  const renew = () =>
    create
      .mutateAsync(undefined)
      .then(({ codes }) => onOpen({ kind: "codes", codes }))
      .catch(tell("New recovery codes could not be made"));
  return (
    <>
      <div>
        <p className="flex items-center gap-2 font-semibold">
          <LockKeyhole aria-hidden="true" size={20} className="text-success" />
          Your login is protected
        </p>
        <p className="quiet mt-1 text-sm">
          {recoveryCodes > 0
            ? `You have ${recoveryCodes} recovery codes for the day your phone is lost.`
            : "You have no recovery codes for the day your phone is lost. Please make some."}
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button look="outline" busy={create.isPending} onClick={() => void renew()}>
          New recovery codes
        </Button>
        <Button look="ghost" className="text-error" onClick={() => onOpen({ kind: "remove" })}>
          Remove
        </Button>
      </div>
    </>
  );
};

const RemoveOwn = ({ onDone }: { readonly onDone: () => void }) => {
  const remove = useRemoveOwnSecondFactor();
  return (
    <>
      <p className="mb-4">
        From then on your password alone opens this dashboard, and your recovery codes are worth
        nothing.
      </p>
      <CodeForm
        label="Remove second factor"
        submitLabel="Remove second factor"
        look="danger"
        onCode={async (code) => {
          await remove.mutateAsync(code);
          showToast({ title: "Your second factor has been removed", variant: "success" });
          onDone();
        }}
      />
    </>
  );
};

type OpenDialog =
  | { readonly kind: "password" }
  | { readonly kind: "enrol"; readonly factor: NewFactor }
  | { readonly kind: "codes"; readonly codes: readonly string[] }
  | { readonly kind: "remove" };

const TITLES = {
  password: "Set up a second factor",
  enrol: "Set up a second factor",
  codes: "Your recovery codes",
  remove: "Remove your second factor?",
} as const;

export const OwnSecondFactor = ({ own }: { readonly own: SecondFactor | undefined }) => {
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const close = () => setDialog(null);
  return (
    <>
      {own?.hasSecondFactor ? (
        <Protected recoveryCodes={own.recoveryCodes} onOpen={setDialog} />
      ) : (
        <SetUp onOpen={setDialog} />
      )}
      <Dialog open={dialog !== null} onClose={close} title={dialog && TITLES[dialog.kind]}>
        {dialog?.kind === "password" && (
          <PasswordFirst
            onFactor={(factor) => setDialog({ kind: "enrol", factor })}
            onCancel={close}
          />
        )}
        {dialog?.kind === "enrol" && (
          <EnrolSteps
            factor={dialog.factor}
            onCodes={(codes) => setDialog({ kind: "codes", codes })}
          />
        )}
        {dialog?.kind === "codes" && <RecoveryCodes codes={dialog.codes} onKept={close} />}
        {dialog?.kind === "remove" && <RemoveOwn onDone={close} />}
      </Dialog>
    </>
  );
};
