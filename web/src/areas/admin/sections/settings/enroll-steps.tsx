import { useRef, type ReactNode } from "react";
import {
  type NewFactor,
  useConfirmSecondFactor,
  useCreateRecoveryCodes,
} from "#data/second-factors/mutations.ts";
import { CodeForm } from "#ui/fields/code-form.tsx";
import { CopyButton } from "#ui/copy-button.tsx";

export interface EnrollStepsProps {
  readonly factor: NewFactor;
  /** Called with the recovery codes once enrollment is complete. */
  readonly onRecoveryCodes: (codes: readonly string[]) => void;
}

/** Splits the secret into groups of four characters, which are easier to type. */
const groupSecret = (secret: string) => secret.match(/.{1,4}/g)?.join(" ") ?? secret;

const Step = ({
  number,
  title,
  children,
}: {
  readonly number: number;
  readonly title: string;
  readonly children: ReactNode;
}) => (
  <li>
    <h3 className="font-semibold">
      {number}. {title}
    </h3>
    <div className="mt-2">{children}</div>
  </li>
);

const useEnrollment = ({ factor, onRecoveryCodes }: EnrollStepsProps) => {
  const confirmFactor = useConfirmSecondFactor("admin");
  const createCodes = useCreateRecoveryCodes();
  // A factor can be confirmed only once. If creating the recovery codes fails, retry only that step.
  const isConfirmed = useRef(false);
  return async (code: string): Promise<void> => {
    if (!isConfirmed.current) await confirmFactor.mutateAsync({ factorId: factor.factorId, code });
    isConfirmed.current = true;
    const { codes } = await createCodes.mutateAsync(undefined);
    onRecoveryCodes(codes);
  };
};

export const EnrollSteps = (props: EnrollStepsProps) => {
  const { picture, secret, uri } = props.factor;
  const enroll = useEnrollment(props);
  return (
    <ol className="grid gap-6">
      <Step number={1} title="Scan this code with an authenticator app">
        <p className="quiet text-sm">
          Use Google Authenticator, Microsoft Authenticator, 1Password or another app. Is the app on
          this device?{" "}
          <a href={uri} className="link">
            Open it here
          </a>
          .
        </p>
        <img
          src={picture}
          alt="QR code for your authenticator app, with the secret key shown below"
          width={200}
          height={200}
          className="mx-auto mt-3 rounded-xl bg-white p-3"
        />
        <p className="quiet mt-3 text-sm">No camera? Type this secret key into the app:</p>
        <p className="mt-1 flex flex-wrap items-center gap-3">
          <code className="bg-base-200 rounded-lg px-3 py-1.5 text-sm break-words">
            {groupSecret(secret)}
          </code>
          <CopyButton text={secret} label="Copy secret key" />
        </p>
      </Step>
      <Step number={2} title="Enter the code the app shows">
        <CodeForm
          label="Confirm two-step login"
          submitLabel="Confirm"
          hasFocus={false}
          onCode={enroll}
        />
      </Step>
    </ol>
  );
};
