import { usePaymentStatus } from "../../../../data/donations/queries.ts";
import { ShortMoment } from "../../../../lib/dates.tsx";
import { Notice } from "../../../../ui/notice.tsx";

/** Said plainly, and only then: Stripe is not heard any more. */
export const PaymentsNotice = () => {
  const { data } = usePaymentStatus();
  if (!data?.isStale) return null;
  return (
    <div className="mb-6">
      <Notice tone="error" title="Webhooks from Stripe have stopped coming">
        {data.lastEventAt === null ? (
          "Stripe was never heard. "
        ) : (
          <>
            Last heard from Stripe <ShortMoment moment={data.lastEventAt} />.{" "}
          </>
        )}
        Gifts are still recorded, later than they should be. Whoever looks after the site finds what
        to do in docs/payments.md, “When figures differ”.
      </Notice>
    </div>
  );
};
