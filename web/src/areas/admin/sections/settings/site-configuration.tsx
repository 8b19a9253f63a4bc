import { IMAGE_TYPES } from "#contracts/choices.ts";
import { IMAGE_MAX_PIXELS, UPLOAD_MAX_BYTES } from "#contracts/limits.ts";
import { type Deployment, useDeployment } from "#data/health/queries.ts";
import { useHome } from "#data/home/queries.ts";
import { type Settings, useSettings } from "#data/settings/mutations.ts";
import { money, number } from "#lib/format.ts";
import { Fact } from "#admin/fact.tsx";
import { PAYMENT_PROVIDER_LABELS } from "#admin/payment-providers.ts";
import { QueryStates } from "#admin/query-states.tsx";
import { TechnicalDetails } from "#admin/technical-details.tsx";
import { SectionHeading } from "#ui/section-heading.tsx";
import { SettingsCard } from "./settings-card.tsx";

const MAIL_LABELS = {
  smtp: "Sent by a mail server (SMTP)",
  http: "Sent by a provider's API",
  log: "Written to the log, not sent",
} as const;
const MEGABYTE = 1024 * 1024;

const onOffText = (isOn: boolean) => (isOn ? "On" : "Off");

const giftLevelsText = ({ giftLevels }: Settings): string =>
  giftLevels.length === 0
    ? "Default amounts"
    : giftLevels.map(({ amount, label }) => `${money(amount)} ${label}`).join(", ");

const SettingsFacts = ({ settings }: { readonly settings: Settings }) => (
  <dl className="divide-base-300 divide-y">
    <Fact name="Time zone">{settings.timeZone}</Fact>
    <Fact name="Online donations">
      {money(settings.minDonation)} to {money(settings.maxDonation)}
    </Fact>
    <Fact name="Cost of one care package">{money(settings.packagePrice)}</Fact>
    <Fact name="Gift levels">{giftLevelsText(settings)}</Fact>
    <Fact name="Card fee that donors can cover">
      {settings.cardFeePercent}% plus {money(settings.cardFeeFixed)}
    </Fact>
    <Fact name="Emails per day">
      {settings.emailsPerDay === null ? "No limit" : number(settings.emailsPerDay)}
    </Fact>
    <Fact name="Real donations received">{settings.realPayments ? "Yes" : "Not yet"}</Fact>
  </dl>
);

const DeploymentFacts = ({ deployment }: { readonly deployment: Deployment }) => {
  const { version, siteUrl, payments, mail, emailActivation, captcha, edgeSecret } = deployment;
  return (
    <>
      <dl className="divide-base-300 divide-y">
        <Fact name="Version">{version}</Fact>
        <Fact name="Site address">{siteUrl}</Fact>
        <Fact name="Payments">
          {payments === null ? "Not set up" : PAYMENT_PROVIDER_LABELS[payments]}
        </Fact>
        <Fact name="Emails">
          {mail === null ? "Not set up: emails are waiting" : MAIL_LABELS[mail]}
        </Fact>
        <Fact name="New volunteers confirm their email">{onOffText(emailActivation)}</Fact>
        <Fact name="Uploads">
          Up to {UPLOAD_MAX_BYTES / MEGABYTE} MB; images as{" "}
          {IMAGE_TYPES.map((type) => type.replace("image/", "").toUpperCase()).join(", ")} up to{" "}
          {number(IMAGE_MAX_PIXELS / 1_000_000)} megapixels
        </Fact>
      </dl>
      <TechnicalDetails>
        <dl className="divide-base-300 divide-y">
          <Fact name="Captcha">{onOffText(captcha)}</Fact>
          <Fact name="Visitor IP addresses from the CDN">{onOffText(edgeSecret)}</Fact>
        </dl>
      </TechnicalDetails>
    </>
  );
};

/** Read-only configuration. Settings are edited elsewhere, and secrets are never shown. */
export const SiteConfiguration = () => {
  const home = useHome();
  const settings = useSettings();
  const deployment = useDeployment();
  return (
    <div className="grid max-w-3xl gap-6">
      <SectionHeading>Site Configuration</SectionHeading>
      <SettingsCard
        title="Your organization"
        intro="You can edit these under Organization, Giving and Content."
      >
        <div className="divide-base-300 divide-y">
          <QueryStates query={home} subject="the organization">
            {({ contactInfo }) => (
              <dl className="divide-base-300 divide-y">
                <Fact name="Name">{contactInfo?.organizationName ?? "Not entered yet"}</Fact>
                <Fact name="Tax ID">{contactInfo?.taxId ?? "Not entered yet"}</Fact>
                <Fact name="Email">{contactInfo?.email ?? "Not entered yet"}</Fact>
              </dl>
            )}
          </QueryStates>
          <QueryStates query={settings} subject="the settings">
            {(data) => <SettingsFacts settings={data} />}
          </QueryStates>
        </div>
      </SettingsCard>
      <SettingsCard
        title="Server setup"
        intro="Set by the person who runs your server. Keys and passwords aren't shown."
      >
        <QueryStates query={deployment} subject="the server setup">
          {(data) => <DeploymentFacts deployment={data} />}
        </QueryStates>
      </SettingsCard>
    </div>
  );
};
