import CalendarSync from "lucide-react/icons/calendar-sync";
import { useState } from "react";
import {
  useCloseCalendarFeed,
  useOpenCalendarFeed,
  useOwnCalendarFeed,
} from "#data/calendar-feeds/mutations.ts";
import { ShortDate } from "#lib/time/dates.tsx";
import { Button } from "#ui/button.tsx";
import { showFailure } from "#ui/messages/show-failure.ts";
import { ConfirmDialog } from "#ui/dialogs/confirm-dialog.tsx";
import { CopyButton } from "#ui/copy-button.tsx";
import { showSuccess } from "#ui/messages/show-success.ts";
import { SectionHeading } from "#ui/section-heading.tsx";

const INSTRUCTIONS = [
  ["iPhone, iPad, Mac", "choose Open in my calendar, then Subscribe."],
  [
    "Google Calendar",
    "on a computer, choose the plus sign next to Other calendars, then From URL, and paste the link.",
  ],
  ["Outlook", "choose Add calendar, then Subscribe from web, and paste the link."],
] as const;

const FeedLink = ({ url }: { readonly url: string }) => (
  <div className="mt-4">
    <p className="border-base-300 rounded-lg border px-3 py-2 text-sm break-all">{url}</p>
    <div className="mt-3 flex flex-wrap gap-2">
      <a href={url.replace(/^https?:/, "webcal:")} className="btn btn-primary btn-sm font-semibold">
        <CalendarSync aria-hidden="true" size={16} />
        Open in my calendar
      </a>
      <CopyButton text={url} label="Copy link" />
    </div>
    <dl className="mt-4 grid gap-2 text-sm">
      {INSTRUCTIONS.map(([app, instructions]) => (
        <div key={app}>
          <dt className="inline font-semibold">{app}: </dt>
          <dd className="quiet inline">{instructions}</dd>
        </div>
      ))}
    </dl>
    <p className="quiet mt-3 text-sm">
      We show this link only once. Anyone who has it can see your shifts, so keep it private.
    </p>
  </div>
);

const CONFIRMATIONS = {
  open: {
    title: "Get a new calendar link?",
    body: "The link you have now will stop working, and calendars that use it won't get any more shifts.",
    confirmLabel: "Get the link",
  },
  close: {
    title: "Turn off your calendar link?",
    body: "Calendars that use it won't get any more shifts. You can get a new link anytime.",
    confirmLabel: "Turn off link",
  },
} as const;

const showFeedFailure = (title: string, error: unknown) =>
  showFailure(title, error, { title, fallback: "Please check your connection and try again." });

const useFeed = (volunteerId: string) => {
  const feed = useOwnCalendarFeed(volunteerId);
  const openMutation = useOpenCalendarFeed(volunteerId);
  const closeMutation = useCloseCalendarFeed(volunteerId);
  const open = async () => {
    try {
      await openMutation.mutateAsync();
      showSuccess("Your calendar link is ready");
    } catch (error) {
      showFeedFailure("We couldn't create your calendar link", error);
    }
  };
  const close = async () => {
    try {
      await closeMutation.mutateAsync();
      openMutation.reset();
      showSuccess("Calendar link turned off");
    } catch (error) {
      showFeedFailure("We couldn't turn off your calendar link", error);
    }
  };
  return {
    url: openMutation.data?.url,
    /** Undefined while unknown, null if there is no link. */
    createdAt: feed.data?.createdAt,
    isBusy: feed.isLoading || openMutation.isPending,
    open,
    close,
  };
};

/**
 * Creates a calendar link. A link is shown only once; creating a new one replaces it and requires confirmation. Without
 * a link, there's nothing to confirm and nothing to turn off.
 */
export const CalendarCard = ({ volunteerId }: { readonly volunteerId: string }) => {
  const { url, createdAt, isBusy, open, close } = useFeed(volunteerId);
  // If the server didn't say whether there is a link, assume that there may be one.
  const hasLink = url !== undefined || createdAt !== null;
  const [confirmation, setConfirmation] = useState<keyof typeof CONFIRMATIONS | null>(null);
  const confirm = async () => {
    await (confirmation === "open" ? open() : close());
    setConfirmation(null);
  };
  return (
    <section className="card-box p-5 sm:p-6" aria-labelledby="calendar">
      <SectionHeading id="calendar">Shifts in your calendar</SectionHeading>
      <p className="quiet mt-1">
        See your shifts in the calendar on your phone or computer. Add your calendar link once, and
        changes show up there on their own.
      </p>
      {url && <FeedLink url={url} />}
      {!url && createdAt && (
        <p className="quiet mt-3 text-sm">
          You got a calendar link on <ShortDate moment={createdAt} />. If you lost it, get a new
          one.
        </p>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        <Button
          variant="outline"
          size="sm"
          busy={isBusy}
          aria-haspopup={hasLink ? "dialog" : undefined}
          onClick={() => (hasLink ? setConfirmation("open") : void open())}
        >
          {(url ?? createdAt) ? "Get a new calendar link" : "Get my calendar link"}
        </Button>
        {hasLink && !isBusy && (
          <Button
            variant="ghost"
            size="sm"
            aria-haspopup="dialog"
            onClick={() => setConfirmation("close")}
          >
            Turn off calendar link
          </Button>
        )}
      </div>
      {confirmation && (
        <ConfirmDialog
          open
          {...CONFIRMATIONS[confirmation]}
          destructive={confirmation === "close"}
          onConfirm={confirm}
          onCancel={() => setConfirmation(null)}
        />
      )}
    </section>
  );
};
