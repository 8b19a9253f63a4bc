import LockKeyhole from "lucide-react/icons/lock-keyhole";
import LockKeyholeOpen from "lucide-react/icons/lock-keyhole-open";
import { useState } from "react";
import {
  useCreateRecoveryCodes,
  useEnrolSecondFactor,
  useRemoveOwnSecondFactor,
} from "../../../../data/second-factors/mutations.ts";
import type { SecondFactor } from "../../../../data/second-factors/queries.ts";
import { Button } from "../../../../ui/button.tsx";
import { tellFailure } from "../../../../ui/tell-failure.ts";
import { CodeForm } from "../../../../ui/code-form.tsx";
import { Dialog } from "../../../../ui/dialog.tsx";
import { showToast } from "../../../../ui/toast.ts";
import { EnrolSteps } from "./enrol-steps.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";

const tell = (title: string) => (error: unknown) =>
  tellFailure(title, error, { title, fallback: "Please try again." });

const SetUp = ({ onBegun }: { readonly onBegun: (dialog: OpenDialog) => void }) => {
  const enrol = useEnrolSecondFactor();
  const begin = () =>
    enrol
      .mutateAsync()
      .then((factor) => onBegun({ kind: "enrol", factor }))
      .catch(tell("The second factor could not be set up"));
  return (
    <>
      <p className="flex items-center gap-2 font-semibold">
        <LockKeyholeOpen aria-hidden="true" size={20} className="text-warning" />
        Your password alone opens this dashboard
      </p>
      <div>
        <Button busy={enrol.isPending} onClick={() => void begin()}>
          Set up a second factor
        </Button>
      </div>
    </>
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
  | { readonly kind: "enrol"; readonly factor: Parameters<typeof EnrolSteps>[0]["factor"] }
  | { readonly kind: "codes"; readonly codes: readonly string[] }
  | { readonly kind: "remove" };

const TITLES = {
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
        <SetUp onBegun={setDialog} />
      )}
      <Dialog open={dialog !== null} onClose={close} title={dialog && TITLES[dialog.kind]}>
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
