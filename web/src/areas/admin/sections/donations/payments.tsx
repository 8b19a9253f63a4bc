import { type PaymentStatus, usePaymentStatus } from "#data/payments/queries.ts";
import { emailOutbox } from "#data/email-outbox/resource.ts";
import { useRecordTotal } from "#data/resource.ts";
import { paths } from "#lib/paths.ts";
import { LinkButton } from "#ui/button.tsx";
import { SectionHeading } from "#ui/section-heading.tsx";
import { DeliveryLogLink } from "#admin/delivery-log-link.tsx";
import { Fact } from "#admin/fact.tsx";
import { MomentOrNever } from "#admin/moment-or-never.tsx";
import { PAYMENT_PROVIDER_LABELS } from "#admin/payment-providers.ts";
import { QueryStates } from "#admin/query-states.tsx";
import { PaymentsNotice } from "./payments-notice.tsx";

const providerLabel = ({ provider, isLive }: PaymentStatus): string => {
  if (provider === null) return "None: donors see that payments aren't set up";
  return provider === "stripe" && !isLive ? "Stripe, test mode" : PAYMENT_PROVIDER_LABELS[provider];
};

const EmailCount = ({ status }: { readonly status: "held" | "failed" }) => {
  const { data } = useRecordTotal(emailOutbox, { status });
  return (
    <>
      {data?.total ?? "–"}{" "}
      {Boolean(data?.total) && (
        <DeliveryLogLink status={status} variant="ghost">
          Show
        </DeliveryLogLink>
      )}
    </>
  );
};

/** Shows whether payments are on and whether Stripe's events arrive. */
export const Payments = () => {
  const statusQuery = usePaymentStatus();
  return (
    <div className="max-w-3xl">
      <PaymentsNotice />
      <section className="card-box p-5 sm:p-6" aria-labelledby="payments-title">
        <SectionHeading id="payments-title" className="mb-2">
          Payment status
        </SectionHeading>
        <QueryStates query={statusQuery} subject="the payment status">
          {(status) => (
            <dl className="divide-base-300 divide-y">
              <Fact name="Payment provider">{providerLabel(status)}</Fact>
              {status.provider === "stripe" && (
                <>
                  <Fact name="Last heard from Stripe">
                    <MomentOrNever moment={status.lastEventAt} />
                  </Fact>
                  <Fact name="Last checked against Stripe">
                    <MomentOrNever moment={status.lastReconciledAt} />
                  </Fact>
                </>
              )}
              <Fact name="Donations in progress or waiting on a bank">{status.pendingCount}</Fact>
              <Fact name="Disputed donations">
                {status.disputeCount}{" "}
                {status.disputeCount > 0 && (
                  <LinkButton
                    to={`${paths.dashboard("donations")}?status=disputed`}
                    variant="ghost"
                    size="sm"
                  >
                    Show
                  </LinkButton>
                )}
              </Fact>
              <Fact name="Emails held back">
                <EmailCount status="held" />
              </Fact>
              <Fact name="Emails that couldn't be delivered">
                <EmailCount status="failed" />
              </Fact>
            </dl>
          )}
        </QueryStates>
      </section>
    </div>
  );
};
