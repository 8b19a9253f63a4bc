import { formatFullName } from "#rules/names.ts";
import {
  type ThankYouCall,
  useRecordThankYouCall,
  useThankYouCalls,
} from "#data/thank-you-calls/mutations.ts";
import { money, shortDay } from "#lib/format.ts";
import { paths } from "#lib/paths.ts";
import { Button } from "#ui/button.tsx";
import { showFailure } from "#ui/messages/show-failure.ts";
import { showSuccess } from "#ui/messages/show-success.ts";
import { QueryStates } from "#admin/query-states.tsx";
import { DonorLink } from "./donor-link.tsx";

const CallItem = ({ call }: { readonly call: ThankYouCall }) => {
  const { donorId, phone, amount, date } = call;
  const recordCall = useRecordThankYouCall();
  const name = formatFullName(call) || "Donor";
  return (
    <li
      data-row={donorId}
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3"
    >
      <div className="min-w-0">
        <p className="wrap-anywhere">
          <DonorLink id={donorId}>{name}</DonorLink>
        </p>
        <p className="quiet text-sm">
          {money(amount)} on {shortDay(date)}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-4">
        <a className="link max-sm:py-2.5" href={`tel:${phone}`}>
          {phone}
        </a>
        <Button
          variant="outline"
          size="sm"
          busy={recordCall.isPending}
          aria-label={`Called ${name}`}
          onClick={() =>
            recordCall.mutate(donorId, {
              onSuccess: () =>
                showSuccess({
                  title: `The call to ${name} was recorded`,
                  link: {
                    label: "View donor",
                    href: paths.dashboard("donations", "donors", donorId),
                  },
                }),
              onError: (error) =>
                showFailure("The call could not be recorded", error, {
                  title: "Error",
                  fallback: "Failed to record the call",
                }),
            })
          }
        >
          Called
        </Button>
      </div>
    </li>
  );
};

/** Donors to thank by phone. Pressing "Called" takes a donor off the list. */
export const ThankYouCalls = () => (
  <>
    <p className="quiet mb-4 text-sm">
      These donors gave for the first time in the last 30 days, or at least $250 at once. Call to
      thank them. Donors without a phone number aren't listed.
    </p>
    <QueryStates query={useThankYouCalls()} subject="calls" emptyTitle="No one to call right now">
      {(calls) => (
        <ul className="card-box divide-base-300 divide-y px-5 py-2">
          {calls.map((call) => (
            <CallItem key={call.donorId} call={call} />
          ))}
        </ul>
      )}
    </QueryStates>
  </>
);
