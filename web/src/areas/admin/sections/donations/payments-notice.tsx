import { usePaymentStatus, type PaymentStatus } from "../../../../data/donations/queries.ts";
import { ShortMoment } from "../../../../lib/dates.tsx";
import { Notice } from "../../../../ui/notice.tsx";

const Stopped = ({ lastEventAt }: Pick<PaymentStatus, "lastEventAt">) => (
  <Notice tone="error" title="Webhooks from Stripe have stopped coming">
    {lastEventAt === null ? (
      "Stripe was never heard. "
    ) : (
      <>
        Last heard from Stripe <ShortMoment moment={lastEventAt} />.{" "}
      </>
    )}
    Gifts are still recorded, later than they should be. Whoever looks after the site finds what to
    do in docs/payments.md, “When figures differ”.
  </Notice>
);

const Refused = ({ refusedLists }: Pick<PaymentStatus, "refusedLists">) => (
  <Notice tone="error" title="Stripe refuses our key">
    It may not read: {refusedLists.join(", ")}. Gifts still arrive by webhook, but what a webhook
    misses there is not found. Whoever looks after the site finds the permissions in
    docs/payments.md, “Switching it on”.
  </Notice>
);

const OtherVersion = ({ events, ours }: NonNullable<PaymentStatus["versions"]>) => (
  <Notice tone="info" title="Stripe sends events of another version">
    The webhook sends version {events}, this site reads {ours}. Gifts are recorded all the same.
    Whoever looks after the site should set the endpoint to {ours} (docs/payments.md).
  </Notice>
);

/** What is wrong between Stripe and this site; nothing where all is well. */
export const PaymentsNotice = () => {
  const { data } = usePaymentStatus();
  if (!data) return null;
  const { isStale, refusedLists, versions } = data;
  if (!isStale && refusedLists.length === 0 && versions === null) return null;
  return (
    <div className="mb-6 grid gap-4">
      {isStale && <Stopped lastEventAt={data.lastEventAt} />}
      {refusedLists.length > 0 && <Refused refusedLists={refusedLists} />}
      {versions && <OtherVersion {...versions} />}
    </div>
  );
};
