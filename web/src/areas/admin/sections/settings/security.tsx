import { useOwnSecondFactor } from "#data/second-factors/mutations.ts";
import { useHasArea } from "#admin/own-areas.ts";
import { QueryStates } from "#admin/query-states.tsx";
import { OwnSecondFactorSettings } from "./own-second-factor.tsx";
import { ChangeAdminPassword } from "./change-password.tsx";
import { OwnShiftEmails } from "./own-shift-emails.tsx";
import { SettingsCard } from "./settings-card.tsx";
import { SectionHeading } from "#ui/section-heading.tsx";

export interface SecurityProps {
  /** Called once two-step login is on and the recovery codes have been shown. */
  readonly onSetUp?: () => void;
}

/** The administrator's own password and two-step login. */
export const Security = ({ onSetUp }: SecurityProps) => {
  const factor = useOwnSecondFactor();
  const hasVolunteers = useHasArea("volunteers");
  return (
    <div className="grid max-w-4xl items-start gap-6 lg:grid-cols-2">
      {!onSetUp && <SectionHeading className="col-span-full">Security</SectionHeading>}
      <SettingsCard
        title="Two-step login"
        intro="After your password, you enter a code from an app on your phone. A stolen password isn't enough to get in."
      >
        <QueryStates query={factor} subject="two-step login">
          {(ownFactor) => <OwnSecondFactorSettings ownFactor={ownFactor} onSetUp={onSetUp} />}
        </QueryStates>
      </SettingsCard>
      <SettingsCard
        title="Password"
        intro="Choose a password you don't use anywhere else. Changing it logs you out on every other device."
      >
        <ChangeAdminPassword />
      </SettingsCard>
      {hasVolunteers && <OwnShiftEmails />}
    </div>
  );
};
