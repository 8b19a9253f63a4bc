import { Link } from "react-router-dom";
import { useOpeningBalances } from "#data/impact-stats/mutations.ts";
import { useSettings } from "#data/settings/mutations.ts";
import { paths } from "#lib/paths.ts";
import { useHasArea } from "#admin/own-areas.ts";
import { QueryStates } from "#admin/query-states.tsx";
import { SectionHeading } from "#ui/section-heading.tsx";
import { OrganizationInformation } from "../content/organization-information.tsx";
import { EmailLimitForm } from "./email-limit-form.tsx";
import { OpeningBalancesForm } from "./opening-balances-form.tsx";
import { PromotionHoursForm } from "./promotion-hours-form.tsx";
import { SettingsCard } from "./settings-card.tsx";
import { SocialLinksForm } from "./social-links-form.tsx";
import { SpendingForm } from "./spending-form.tsx";
import { TimeZoneForm } from "./time-zone-form.tsx";

/** The same form as in Content, which decides who may save it. */
const NameAndContact = () => (
  <SettingsCard
    title="Organization Information"
    intro={
      <>
        The name, tax ID, address, phone and email that the site shows. They're also in{" "}
        <Link className="link" to={`${paths.dashboard("content")}?panel=organization`}>
          Content
        </Link>
        .
      </>
    }
  >
    <OrganizationInformation />
  </SettingsCard>
);

/** Edits the organization's settings, except those for giving. */
export const OrganizationSettings = () => {
  const settings = useSettings();
  const balances = useOpeningBalances();
  return (
    <div className="grid max-w-3xl gap-6">
      <SectionHeading>Organization</SectionHeading>
      {useHasArea("content") ? (
        <NameAndContact />
      ) : (
        <p className="quiet text-sm">
          Administrators with access to Content can change the name, tax ID, address, phone and
          email.
        </p>
      )}
      <SettingsCard
        title="Time zone"
        intro="Used across the whole site. It determines what counts as today, which month a donation belongs to and when an event starts."
      >
        <QueryStates query={settings} subject="the time zone">
          {(data) => <TimeZoneForm settings={data} />}
        </QueryStates>
      </SettingsCard>
      <SettingsCard
        title="Opening totals"
        intro="What you did before you started using this system. Deliveries and confirmed hours recorded here are added to these numbers."
      >
        <QueryStates query={balances} subject="the opening totals">
          {(data) => <OpeningBalancesForm balances={data} />}
        </QueryStates>
      </SettingsCard>
      <SettingsCard
        title="Spending"
        intro={
          <>
            What you spent in your last completed fiscal year, shown with percentages on the
            financial reports page. To set what one package costs, see{" "}
            <Link className="link" to={paths.dashboard("settings", "giving")}>
              Giving
            </Link>
            .
          </>
        }
      >
        <QueryStates query={settings} subject="the spending figures">
          {(data) => <SpendingForm settings={data} />}
        </QueryStates>
      </SettingsCard>
      <SettingsCard
        title="Email limit"
        intro="How many emails your email provider's plan includes per day. Emails over the limit wait. Statements and announcements leave a fifth of it for receipts and password resets."
      >
        <QueryStates query={settings} subject="the email limit">
          {(data) => <EmailLimitForm settings={data} />}
        </QueryStates>
      </SettingsCard>
      <SettingsCard
        title="Waiting lists"
        intro="Shortly before a shift, people might not notice that they got a spot. Then nobody moves up until an administrator or the person presses a button, and whoever moved up has to be marked present by hand."
      >
        <QueryStates query={settings} subject="the waiting lists">
          {(data) => <PromotionHoursForm settings={data} />}
        </QueryStates>
      </SettingsCard>
      <SettingsCard
        title="Social links"
        intro="Shown at the bottom of every page. Leave one blank to hide it."
      >
        <QueryStates query={settings} subject="the social links">
          {(data) => <SocialLinksForm settings={data} />}
        </QueryStates>
      </SettingsCard>
    </div>
  );
};
