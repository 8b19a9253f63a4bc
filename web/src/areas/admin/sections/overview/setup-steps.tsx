import { useHome } from "#data/home/queries.ts";
import { useOverview, type Overview } from "#data/overview/queries.ts";
import type { Settings } from "#data/settings/mutations.ts";
import { NEW_RECORD_ID } from "#kit/lists/use-opened-record.ts";
import { money } from "#lib/format.ts";
import { paths } from "#lib/paths.ts";
import { TechnicalDetails } from "#admin/technical-details.tsx";
import { SectionHeading } from "#ui/section-heading.tsx";
import { AttentionItem, NoteWithLink, type NoteWithLinkProps } from "./attention-item.tsx";

type StepName = keyof Overview["setup"];

interface SetupStep extends NoteWithLinkProps {
  readonly text: string;
  /** Instructions for an engineer, if an administrator can't finish the step alone. */
  readonly details?: string;
}

type CurrentSettings = Pick<Settings, "timeZone" | "minDonation" | "maxDonation" | "packagePrice">;

/** The steps in the order shown. Each links to the page where it can be done. */
const createSetupSteps = (settings: CurrentSettings): Readonly<Record<StepName, SetupStep>> => ({
  hasContactInfo: {
    text: "Enter your contact information",
    note: "Visitors see it at the bottom of every page. No emails go out until you enter it.",
    to: `${paths.dashboard("content")}?panel=organization`,
    linkLabel: "Enter contact information",
  },
  hasTaxId: {
    text: "Enter your EIN",
    note: "Donors see it next to the donate button and on receipts. It has nine digits, such as 12-3456789.",
    to: `${paths.dashboard("content")}?panel=organization`,
    linkLabel: "Add the EIN",
  },
  isTimeZoneConfirmed: {
    text: "Confirm your time zone",
    note: `It's ${settings.timeZone} now. It determines what counts as today and when events start. Even if it's already right, save it to confirm it.`,
    to: paths.dashboard("settings", "organization"),
    linkLabel: "Check the time zone",
  },
  isGivingConfirmed: {
    text: "Confirm what donors can give",
    note: `Donors can give ${money(settings.minDonation)} to ${money(settings.maxDonation)} online, and one care package costs ${money(settings.packagePrice)}. Even if the gift levels and limits are already right, save them to confirm them.`,
    to: paths.dashboard("settings", "giving"),
    linkLabel: "Check gift levels and limits",
  },
  hasMailTransport: {
    text: "Set up email",
    note: "Receipts and all other emails wait until the person who runs your website chooses how to send them.",
    to: paths.dashboard("settings", "site-configuration"),
    linkLabel: "Show the server setup",
    details:
      "Set MAIL_TRANSPORT and the settings that go with it. See “Email” in docs/operate/go-live.md.",
  },
  hasEvent: {
    text: "Add your first event",
    note: "Volunteers can sign up for it once it's on the site.",
    to: `${paths.dashboard("events")}?edit=${NEW_RECORD_ID}`,
    linkLabel: "Plan an event",
  },
});

/** Lists what a new site still needs. Renders nothing once every step is done. */
export const SetupSteps = () => {
  const { data: overview } = useOverview();
  const settings = useHome().data?.settings;
  if (!overview || !settings) return null;
  const steps = createSetupSteps(settings);
  const names = Object.keys(steps) as StepName[];
  const remainingNames = names.filter((name) => !overview.setup[name]);
  if (remainingNames.length === 0) return null;
  return (
    <section
      className="card-box border-accent mb-6 border-l-4 p-5 sm:p-6"
      aria-labelledby="setup-title"
    >
      <SectionHeading id="setup-title">Get your site ready</SectionHeading>
      <p className="quiet mt-1 mb-1 text-sm">
        {`${names.length - remainingNames.length} of ${names.length} steps are done. The list disappears after the last step.`}
      </p>
      <ul className="divide-base-300 divide-y">
        {remainingNames.map((name) => {
          const { text, details, ...note } = steps[name];
          return (
            <AttentionItem key={name} text={text}>
              <NoteWithLink {...note} />
              {details && <TechnicalDetails>{details}</TechnicalDetails>}
            </AttentionItem>
          );
        })}
      </ul>
    </section>
  );
};
