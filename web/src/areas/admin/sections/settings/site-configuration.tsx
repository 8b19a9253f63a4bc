import { IMAGE_MAX_PIXELS, IMAGE_TYPES, UPLOAD_MAX_BYTES } from "#contracts/limits.ts";
import { useDeployment, type Deployment } from "../../../../data/deployment/queries.ts";
import { useHome } from "../../../../data/home/queries.ts";
import { useSettings, type Settings } from "../../../../data/settings/queries.ts";
import { money, number } from "../../../../lib/format.ts";
import { Fact } from "../../fact.tsx";
import { QueryStates } from "../../query-states.tsx";
import { SettingsCard } from "./settings-card.tsx";

const PAYMENTS = { demo: "Demo: nothing is charged", stripe: "Stripe" } as const;
const MAILS = {
  smtp: "Sent by a mail server (SMTP)",
  http: "Sent by a provider's API",
  log: "Written to the log, not sent",
} as const;
const MEGABYTE = 1024 * 1024;

const onOrOff = (isOn: boolean) => (isOn ? "On" : "Off");

const levelsOf = ({ giftLevels }: Settings): string =>
  giftLevels.length === 0
    ? "The built-in ones"
    : giftLevels.map(({ amount, label }) => `${money(amount)} ${label}`).join(", ");

const Decided = ({ settings }: { readonly settings: Settings }) => (
  <dl className="divide-base-300 divide-y">
    <Fact name="Time zone">{settings.timeZone}</Fact>
    <Fact name="Gifts online">
      {money(settings.minDonation)} to {money(settings.maxDonation)}
    </Fact>
    <Fact name="One care package costs">{money(settings.packagePrice)}</Fact>
    <Fact name="Gift levels">{levelsOf(settings)}</Fact>
    <Fact name="Card fee that donors may cover">
      {settings.cardFeePercent}% and {money(settings.cardFeeFixed)}
    </Fact>
    <Fact name="Real money has arrived">{settings.realPayments ? "Yes" : "Not yet"}</Fact>
  </dl>
);

const Deployed = ({ deployment }: { readonly deployment: Deployment }) => {
  const { siteUrl, payments, mail, emailActivation, captcha, edgeSecret } = deployment;
  return (
    <dl className="divide-base-300 divide-y">
      <Fact name="Site address">{siteUrl}</Fact>
      <Fact name="Payments">{payments === null ? "Not configured" : PAYMENTS[payments]}</Fact>
      <Fact name="Emails">{mail === null ? "Not configured: they wait" : MAILS[mail]}</Fact>
      <Fact name="New volunteers confirm their email">{onOrOff(emailActivation)}</Fact>
      <Fact name="Captcha">{onOrOff(captcha)}</Fact>
      <Fact name="Visitors are told apart behind the CDN">{onOrOff(edgeSecret)}</Fact>
      <Fact name="Uploads">
        Up to {UPLOAD_MAX_BYTES / MEGABYTE} MB; images as{" "}
        {IMAGE_TYPES.map((type) => type.replace("image/", "").toUpperCase()).join(", ")} up to{" "}
        {number(IMAGE_MAX_PIXELS / 1_000_000)} megapixels
      </Fact>
    </dl>
  );
};

/** What is configured, to be read: values that a person decides are edited elsewhere, secrets are shown nowhere. */
export const SiteConfiguration = () => {
  const home = useHome();
  const settings = useSettings();
  const deployment = useDeployment();
  return (
    <div className="grid max-w-3xl gap-6">
      <h2 className="font-display text-title font-semibold">Site Configuration</h2>
      <SettingsCard title="The organization" intro="Edited under Organization, Giving and Content.">
        <QueryStates query={home} what="the organization">
          {({ contactInfo }) => (
            <dl className="divide-base-300 divide-y">
              <Fact name="Name">{contactInfo?.organizationName ?? "Not entered yet"}</Fact>
              <Fact name="Tax ID">{contactInfo?.taxId ?? "Not entered yet"}</Fact>
              <Fact name="Email">{contactInfo?.email ?? "Not entered yet"}</Fact>
            </dl>
          )}
        </QueryStates>
        <QueryStates query={settings} what="the settings">
          {(data) => <Decided settings={data} />}
        </QueryStates>
      </SettingsCard>
      <SettingsCard
        title="The deployment"
        intro="Set by whoever runs the server, in its environment. Keys and passwords are not shown."
      >
        <QueryStates query={deployment} what="the deployment">
          {(data) => <Deployed deployment={data} />}
        </QueryStates>
      </SettingsCard>
    </div>
  );
};
