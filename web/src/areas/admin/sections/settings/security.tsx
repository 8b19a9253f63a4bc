import { useSecondFactors } from "../../../../data/second-factors/queries.ts";
import { QueryStates } from "../../query-states.tsx";
import { Administrators } from "./administrators.tsx";
import { OwnSecondFactor } from "./own-second-factor.tsx";
import { ChangePassword } from "./change-password.tsx";
import { SettingsCard } from "./settings-card.tsx";

/** The own password and second factor, and how the other administrators are protected. */
export const Security = () => {
  const factors = useSecondFactors();
  return (
    <div className="grid max-w-4xl items-start gap-6 lg:grid-cols-2">
      <SettingsCard
        title="Second factor"
        intro="A code of an app on your phone, asked for after your password. Who learns your password alone cannot log in."
      >
        <QueryStates query={factors} what="your second factor" empty="No administrators">
          {(rows) => <OwnSecondFactor own={rows.find(({ isOwn }) => isOwn)} />}
        </QueryStates>
      </SettingsCard>
      <SettingsCard
        title="Password"
        intro="Choose one you use nowhere else. Afterwards every other device is logged out."
      >
        <ChangePassword />
      </SettingsCard>
      <div className="lg:col-span-2">
        <SettingsCard
          title="Administrators"
          intro="Everybody who can open this dashboard, and how each login is protected."
        >
          <QueryStates query={factors} what="the administrators" empty="No administrators">
            {(rows) => <Administrators rows={rows} />}
          </QueryStates>
        </SettingsCard>
      </div>
    </div>
  );
};
