import { useEffect, useRef } from "react";
import { useOwnSecondFactor, useSecondFactorRule } from "#data/second-factors/mutations.ts";
import { Button } from "#ui/button.tsx";
import { Security } from "./sections/settings/security.tsx";

/** Replaces every page of the dashboard until the administrator has set up two-step login. */
export const SetUpSecondFactor = ({ onDone }: { readonly onDone: () => void }) => {
  const headingRef = useRef<HTMLHeadingElement>(null);
  useEffect(() => headingRef.current?.focus(), []);
  const factor = useOwnSecondFactor();
  const rule = useSecondFactorRule();
  const canContinue = factor.data?.hasSecondFactor || rule.data?.isRequired === false;
  return (
    <>
      <h1
        ref={headingRef}
        tabIndex={-1}
        className="font-display text-3xl font-semibold outline-none"
      >
        Set up two-step login to continue
      </h1>
      <p className="mt-3 mb-6 max-w-xl">
        {canContinue
          ? "That's it. You can continue to the page you wanted."
          : "Administrators of this site must use two-step login. Set it up below, and then you can continue to the page you wanted."}
      </p>
      {canContinue && (
        <Button className="mb-6" onClick={onDone}>
          Continue
        </Button>
      )}
      <Security onSetUp={onDone} />
    </>
  );
};
