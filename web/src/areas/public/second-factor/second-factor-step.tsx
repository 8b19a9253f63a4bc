import { useRef, useState } from "react";
import { useConfirmSecondFactor, useRecoverSecondFactor } from "#data/second-factors/mutations.ts";
import { Button } from "#ui/button.tsx";
import type { CodeFieldProps } from "#ui/fields/code-field.tsx";
import { CodeForm } from "#ui/fields/code-form.tsx";
import { TextField } from "#ui/fields/field.tsx";
import { showSuccess } from "#ui/messages/show-success.ts";

export interface SecondFactorStepProps {
  readonly factorId: string;
  readonly onConfirmed: () => Promise<unknown>;
  readonly onBusyChange?: (isBusy: boolean) => void;
}

const RecoveryCodeField = (props: CodeFieldProps) => (
  <TextField
    {...props}
    label="Recovery code"
    description="One of the ten codes you saved. Using it turns off two-step login, and your other codes stop working."
    autoComplete="off"
    autoCapitalize="characters"
    spellCheck={false}
    maxLength={40}
    required
  />
);

/** Formats a typed recovery code the way it was originally shown: uppercase, in groups of four. */
const formatRecoveryCode = (input: string): string => {
  const characters = input.toUpperCase().replace(/[^A-Z\d]/g, "");
  return characters.match(/.{1,4}/g)?.join("-") ?? "";
};

const useConfirmation = ({ factorId, onConfirmed, onBusyChange }: SecondFactorStepProps) => {
  const confirm = useConfirmSecondFactor("unconfirmed");
  const recover = useRecoverSecondFactor();
  // A code works only once, so if a later step fails, a retry must not send the code again.
  const isConfirmed = useRef(false);

  const confirmRecoveryCode = async (input: string) => {
    const { message } = await recover.mutateAsync(formatRecoveryCode(input));
    showSuccess({ title: "Recovery code used", description: message });
  };
  return async (code: string, isRecovery: boolean): Promise<void> => {
    onBusyChange?.(true);
    try {
      if (!isConfirmed.current) {
        await (isRecovery ? confirmRecoveryCode(code) : confirm.mutateAsync({ factorId, code }));
        isConfirmed.current = true;
      }
      await onConfirmed();
    } catch (error) {
      onBusyChange?.(false);
      throw error;
    }
  };
};

/** Asks for the second factor after a correct password or an emailed link. */
export const SecondFactorStep = (props: SecondFactorStepProps) => {
  const confirm = useConfirmation(props);
  const [isRecovery, setRecovery] = useState(false);
  return (
    <div className="flex flex-col gap-5">
      <CodeForm
        key={String(isRecovery)}
        label="Two-step login"
        submitLabel="Confirm"
        onCode={(code) => confirm(code, isRecovery)}
        {...(isRecovery ? { Field: RecoveryCodeField } : {})}
      />
      <div className="border-base-300 border-t pt-4 text-sm">
        <Button variant="outline" size="sm" onClick={() => setRecovery(!isRecovery)}>
          {isRecovery ? "Use a code from your authenticator app" : "Use a recovery code"}
        </Button>
        <p className="quiet mt-3">
          Lost both your app and your codes? An owner can turn off your two-step login under Team in
          Settings.
        </p>
      </div>
    </div>
  );
};
