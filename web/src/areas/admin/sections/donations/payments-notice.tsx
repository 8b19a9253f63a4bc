import { type PaymentStatus, usePaymentStatus } from "#data/payments/queries.ts";
import { ShortMoment } from "#lib/time/dates.tsx";
import { Notice } from "#ui/messages/notice.tsx";
import { TechnicalDetails } from "#admin/technical-details.tsx";

const MissingWebhooksNotice = ({ lastEventAt }: Pick<PaymentStatus, "lastEventAt">) => (
  <Notice tone="error" title="Stripe has stopped sending us updates">
    {lastEventAt === null ? (
      "We haven't heard from Stripe yet. "
    ) : (
      <>
        Last heard from Stripe <ShortMoment moment={lastEventAt} />.{" "}
      </>
    )}
    Donations are still recorded, but later than they should be. Please tell the person who runs
    your website.
    <TechnicalDetails>
      Webhooks aren't arriving. See “When figures differ” in docs/payments.md.
    </TechnicalDetails>
  </Notice>
);

const MissingPermissionsNotice = ({ refusedLists }: Pick<PaymentStatus, "refusedLists">) => (
  <Notice tone="error" title="We can't read everything in Stripe">
    Donations still come in, but we might miss changes to them. Please tell the person who runs your
    website.
    <TechnicalDetails>
      Our Stripe key can't read these lists: {refusedLists.join(", ")}. If we miss a webhook for any
      of these, we won't be able to catch up. The permissions are in docs/payments.md under “Turning
      payments on.”
    </TechnicalDetails>
  </Notice>
);

const VersionMismatchNotice = ({ events, ours }: NonNullable<PaymentStatus["versions"]>) => (
  <Notice tone="info" title="The Stripe connection needs an update">
    Donations are still recorded. Please tell the person who runs your website.
    <TechnicalDetails>
      The webhook sends version {events}; this site expects {ours}. Set the endpoint to {ours}{" "}
      (docs/payments.md).
    </TechnicalDetails>
  </Notice>
);

/** Warns about problems with the Stripe connection; renders nothing if there are none. */
export const PaymentsNotice = () => {
  const { data } = usePaymentStatus();
  if (!data) return null;
  const { isStale, refusedLists, versions } = data;
  if (!isStale && refusedLists.length === 0 && versions === null) return null;
  return (
    <div className="mb-6 grid gap-4">
      {isStale && <MissingWebhooksNotice lastEventAt={data.lastEventAt} />}
      {refusedLists.length > 0 && <MissingPermissionsNotice refusedLists={refusedLists} />}
      {versions && <VersionMismatchNotice {...versions} />}
    </div>
  );
};
