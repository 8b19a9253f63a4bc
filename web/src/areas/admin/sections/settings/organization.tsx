import { Link } from "react-router-dom";
import { useOpeningBalances } from "../../../../data/impact-stats/queries.ts";
import { useSettings } from "../../../../data/settings/queries.ts";
import { paths } from "../../../../lib/paths.ts";
import { QueryStates } from "../../query-states.tsx";
import { OpeningBalancesForm } from "./opening-balances-form.tsx";
import { SettingsCard } from "./settings-card.tsx";
import { SocialLinksForm } from "./social-links-form.tsx";
import { SpendingForm } from "./spending-form.tsx";
import { TimeZoneForm } from "./time-zone-form.tsx";

/** What the organisation decides about itself, other than what donors are offered. */
export const Organization = () => {
  const settings = useSettings();
  const balances = useOpeningBalances();
  return (
    <div className="grid max-w-3xl gap-6">
      <SettingsCard
        title="Time zone"
        intro="One clock for the whole site: it decides what today is, which month a gift counts for, and when an event begins."
      >
        <QueryStates query={settings} what="the time zone">
          {(data) => <TimeZoneForm settings={data} />}
        </QueryStates>
      </SettingsCard>
      <SettingsCard
        title="Impact numbers from before"
        intro="What was done before this system was in use. Deliveries and confirmed hours that are recorded here come on top."
      >
        <QueryStates query={balances} what="the opening balances">
          {(data) => <OpeningBalancesForm balances={data} />}
        </QueryStates>
      </SettingsCard>
      <SettingsCard
        title="What was spent"
        intro={
          <>
            The figures of your last closed year, shown with their shares on the page of financial
            reports. What one package costs and where that goes is under{" "}
            <Link className="link" to={paths.dashboard("settings", "giving")}>
              Giving
            </Link>
            .
          </>
        }
      >
        <QueryStates query={settings} what="the spending figures">
          {(data) => <SpendingForm settings={data} />}
        </QueryStates>
      </SettingsCard>
      <SettingsCard
        title="Social links"
        intro="Shown at the foot of every page. An empty one is not shown."
      >
        <QueryStates query={settings} what="the social links">
          {(data) => <SocialLinksForm settings={data} />}
        </QueryStates>
      </SettingsCard>
    </div>
  );
};
