import CalendarSync from "lucide-react/icons/calendar-sync";
import { useState } from "react";
import {
  useCloseCalendarFeed,
  useOpenCalendarFeed,
} from "../../../data/calendar-feeds/mutations.ts";
import { Button } from "../../../ui/button.tsx";
import { tellFailure } from "../../../ui/tell-failure.ts";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { showToast } from "../../../ui/toast.ts";

const HELP = [
  ["iPhone, iPad, Mac", "press Open in my calendar, then Subscribe."],
  ["Google Calendar", "on a computer: Other calendars, the plus, From URL, and paste the address."],
  ["Outlook", "Add calendar, Subscribe from web, and paste the address."],
] as const;

const Address = ({ url }: { readonly url: string }) => (
  <div className="mt-4">
    <p className="border-base-300 rounded-lg border px-3 py-2 text-sm break-all">{url}</p>
    <div className="mt-3 flex flex-wrap gap-2">
      <a href={url.replace(/^https?:/, "webcal:")} className="btn btn-primary btn-sm font-semibold">
        <CalendarSync aria-hidden="true" size={16} />
        Open in my calendar
      </a>
      <CopyButton text={url} label="Copy address" />
    </div>
    <dl className="mt-4 grid gap-2 text-sm">
      {HELP.map(([app, how]) => (
        <div key={app}>
          <dt className="inline font-semibold">{app}: </dt>
          <dd className="quiet inline">{how}</dd>
        </div>
      ))}
    </dl>
    <p className="quiet mt-3 text-sm">
      It is shown once. Whoever has it sees your shifts, so keep it to yourself.
    </p>
  </div>
);

const QUESTIONS = {
  open: {
    title: "Get a calendar address?",
    body: "If you have one already, it ends: a calendar that uses it gets no more shifts.",
    confirmLabel: "Get the address",
  },
  close: {
    title: "End your calendar address?",
    body: "Calendars that have it get no more shifts from it. You can make a new one at any time.",
    confirmLabel: "End the address",
  },
} as const;

const failed = (title: string, error: unknown) =>
  tellFailure(title, error, { title, fallback: "Please check your connection and try again." });

const useFeed = (volunteerId: string) => {
  const opening = useOpenCalendarFeed(volunteerId);
  const closing = useCloseCalendarFeed(volunteerId);
  const open = () =>
    opening.mutateAsync().catch((error: unknown) => failed("The address could not be made", error));
  const close = async () => {
    try {
      await closing.mutateAsync();
      opening.reset();
      showToast({ title: "Your calendar address has ended", variant: "success" });
    } catch (error) {
      failed("The address could not be ended", error);
    }
  };
  return { url: opening.data?.url, isOpening: opening.isPending, open, close };
};

/** Which address a volunteer has is kept nowhere, so a new one ends the old, and that is asked first. */
export const CalendarCard = ({ volunteerId }: { readonly volunteerId: string }) => {
  const { url, isOpening, open, close } = useFeed(volunteerId);
  const [question, setQuestion] = useState<keyof typeof QUESTIONS | null>(null);
  const confirm = async () => {
    await (question === "open" ? open() : close());
    setQuestion(null);
  };
  return (
    <section className="card-box p-5 sm:p-6" aria-labelledby="calendar">
      <h2 id="calendar" className="font-display text-title font-semibold">
        Shifts in your calendar
      </h2>
      <p className="quiet mt-1">
        The calendar on your phone or computer can show the shifts you join and follow every change
        by itself. It needs a private address from here, once.
      </p>
      {url && <Address url={url} />}
      <div className="mt-4 flex flex-wrap gap-2">
        <Button
          look="outline"
          size="sm"
          busy={isOpening}
          aria-haspopup="dialog"
          onClick={() => setQuestion("open")}
        >
          {url ? "Make a new address" : "Get my calendar address"}
        </Button>
        <Button look="ghost" size="sm" aria-haspopup="dialog" onClick={() => setQuestion("close")}>
          End my address
        </Button>
      </div>
      {question && (
        <ConfirmDialog
          open
          {...QUESTIONS[question]}
          destructive={question === "close"}
          onConfirm={confirm}
          onCancel={() => setQuestion(null)}
        />
      )}
    </section>
  );
};
