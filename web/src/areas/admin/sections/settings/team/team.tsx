import { useAdministrators } from "#data/administrators/mutations.ts";
import { QueryStates } from "#admin/query-states.tsx";
import { SettingsCard } from "../settings-card.tsx";
import { AdministratorList } from "./administrator-list.tsx";
import { Invitations } from "./invitations.tsx";
import { SecondFactorRule } from "./second-factor-rule.tsx";
import { SectionHeading } from "#ui/section-heading.tsx";

/** Lets owners manage who can open the dashboard, and what they can see and change there. */
export const Team = () => {
  const administrators = useAdministrators();
  return (
    <div className="grid max-w-4xl gap-6">
      <SectionHeading>Team</SectionHeading>
      <Invitations />
      <SettingsCard
        title="Administrators"
        intro="Everyone who can open this dashboard, and the areas they can see and change."
      >
        <QueryStates
          query={administrators}
          subject="the administrators"
          emptyTitle="No administrators"
        >
          {(rows) => <AdministratorList administrators={rows} />}
        </QueryStates>
      </SettingsCard>
      {administrators.data && <SecondFactorRule administrators={administrators.data} />}
    </div>
  );
};
