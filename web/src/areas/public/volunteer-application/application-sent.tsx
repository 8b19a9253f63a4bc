import { usePackingEvents } from "#checkout/packing-events.ts";
import { useCachedHome } from "#data/home/queries.ts";
import { calendarDay, timeRange } from "#lib/format.ts";
import { Button } from "#ui/button.tsx";
import { Outcome } from "#ui/messages/outcome.tsx";
import { showSuccess } from "#ui/messages/show-success.ts";
import { Picture } from "#ui/picture.tsx";

const PACKING_DAY_COUNT = 3;

export const announceApplication = () =>
  showSuccess({
    title: "Application Submitted!",
    description: "Thank you for volunteering. We'll be in touch soon.",
  });

const PackingDays = () => {
  const packingEvents = usePackingEvents().slice(0, PACKING_DAY_COUNT);
  if (packingEvents.length === 0) return null;
  return (
    <>
      <h4 className="mt-5 font-semibold">The next packing days</h4>
      <ul className="mt-1 grid gap-1">
        {packingEvents.map(({ id, date, startTime, endTime, address }) => (
          <li key={id}>
            {calendarDay(date)}, {timeRange(startTime, endTime)}&nbsp;·&nbsp;{address.split(",")[0]}
          </li>
        ))}
      </ul>
    </>
  );
};

export interface ApplicationSentProps {
  /** The server's message, which promises a response within 2-3 business days. */
  readonly message: string;
  readonly onClose: () => void;
  /** Offers an empty form for the next person. */
  readonly onStartOver?: () => void;
}

export const ApplicationSent = ({ message, onClose, onStartOver }: ApplicationSentProps) => {
  const picture = useCachedHome()?.sections.volunteer;
  return (
    <Outcome
      tone="success"
      title="We received your application"
      text={message}
      picture={
        picture?.imageUrl && (
          <Picture
            loading="eager"
            src={picture.imageUrl}
            alt={picture.imageAlt}
            sizes="(min-width: 40rem) 30rem, 100vw"
            className="rounded-box mb-2 aspect-[2/1] w-full object-cover"
          />
        )
      }
      details={
        <>
          <h4 className="font-semibold">What happens next</h4>
          <ol className="mt-1 grid list-decimal gap-1 pl-5">
            <li>We'll review your application and email you our decision.</li>
            <li>Once you're approved, log in with the email and password you just chose.</li>
            <li>Pick a shift and come pack your first boxes.</li>
          </ol>
          <PackingDays />
        </>
      }
    >
      <Button onClick={onClose}>Close</Button>
      {onStartOver && (
        <Button variant="outline" onClick={onStartOver}>
          Send another application
        </Button>
      )}
    </Outcome>
  );
};
