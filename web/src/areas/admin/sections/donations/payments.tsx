import { usePaymentStatus, type PaymentStatus } from "#data/donations/queries.ts";
import { ShortMoment } from "#lib/time/dates.tsx";
import { paths } from "#lib/paths.ts";
import { LinkButton } from "#ui/button.tsx";
import { SectionHeading } from "#ui/section-heading.tsx";
import { DeliveryLogLink } from "#admin/delivery-log-link.tsx";
import { Fact } from "#admin/fact.tsx";
import { QueryStates } from "#admin/query-states.tsx";
import { PaymentsNotice } from "./payments-notice.tsx";

const PROVIDERS = { demo: "Demo: no one is charged", stripe: "Stripe" } as const;

const providerOf = ({ provider, isLive }: PaymentStatus): string => {
  if (provider === null) return "None: donors see that payments aren't set up";
  return provider === "stripe" && !isLive ? "Stripe, test mode" : PROVIDERS[provider];
};

const MomentOrNever = ({ moment }: { readonly moment: string | null }) =>
  moment === null ? "Never" : <ShortMoment moment={moment} />;

const MailCount = ({
  count,
  status,
}: {
  readonly count: number;
  readonly status: "held" | "failed";
}) => (
  <>
    {count}{" "}
    {count > 0 && (
      <DeliveryLogLink status={status} variant="ghost">
        Show
      </DeliveryLogLink>
    )}
  </>
);

/** Shows whether payments are on and whether Stripe's events arrive. */
export const Payments = () => {
  const status = usePaymentStatus();
  return (
    <div className="max-w-3xl">
      <PaymentsNotice />
      <section className="card-box p-5 sm:p-6" aria-labelledby="payments-title">
        <SectionHeading id="payments-title" className="mb-2">
          Payment status
        </SectionHeading>
        <QueryStates query={status} subject="the payment status">
          {(data) => (
            <dl className="divide-base-300 divide-y">
              <Fact name="Payment provider">{providerOf(data)}</Fact>
              <Fact name="Last heard from Stripe">
                <MomentOrNever moment={data.lastEventAt} />
              </Fact>
              <Fact name="Last checked against Stripe">
                <MomentOrNever moment={data.lastReconciledAt} />
              </Fact>
              <Fact name="Donations in progress or waiting on a bank">{data.pendingCount}</Fact>
              <Fact name="Disputed donations">
                {data.disputeCount}{" "}
                {data.disputeCount > 0 && (
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
                <MailCount count={data.heldMailCount} status="held" />
              </Fact>
              <Fact name="Emails that couldn't be delivered">
                <MailCount count={data.failedMailCount} status="failed" />
              </Fact>
            </dl>
          )}
        </QueryStates>
      </section>
    </div>
  );
};
