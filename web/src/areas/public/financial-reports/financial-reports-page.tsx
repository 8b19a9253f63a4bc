import FileText from "lucide-react/icons/file-text";
import { usePublishedReports } from "#data/financial-reports/queries.ts";
import { useDonationTotals } from "#data/donations/queries.ts";
import { useHome } from "#data/home/queries.ts";
import { money, moneyWithCents, monthName, number } from "#lib/format.ts";
import { paths } from "#lib/paths.ts";
import { StaleNotice } from "#ui/messages/stale-notice.tsx";
import { StatCard } from "#ui/stat-card.tsx";
import { EmptyState, ErrorState } from "#ui/states.tsx";
import { PageHead } from "../discovery/page-head.tsx";
import { PublicLayout } from "../public-layout.tsx";
import { ReportCard } from "./report-card.tsx";
import { SpendingAndCosts } from "./spending-and-costs.tsx";

type TotalsQuery = ReturnType<typeof useDonationTotals>;
type ReportsQuery = ReturnType<typeof usePublishedReports>;

const Figures = ({ totals }: { readonly totals: TotalsQuery }) => {
  /** Shows a dash rather than zero for a figure that failed to load. */
  const totalText = (format: (data: NonNullable<TotalsQuery["data"]>) => string) => {
    if (totals.data) return format(totals.data);
    return totals.isPending ? undefined : "–";
  };
  const sinceText = totals.data?.since ? `since ${monthName(totals.data.since)}` : undefined;
  return (
    <div className="mt-8 grid grid-cols-[repeat(auto-fit,minmax(10.5rem,1fr))] gap-3 sm:grid-cols-2 sm:gap-4 lg:grid-cols-4">
      <StatCard
        label="Total Raised"
        value={totalText(({ totalAmount }) => money(totalAmount))}
        note={sinceText}
      />
      <StatCard
        label="Total Donors"
        value={totalText(({ donorCount }) => number(donorCount))}
        note={sinceText}
      />
      <StatCard
        label="Average Donation"
        value={totalText(({ averageDonation }) => moneyWithCents(averageDonation))}
        note={["per donor", sinceText].filter(Boolean).join(", ")}
      />
      <StatCard
        label="Recent Donations"
        value={totalText(({ recentDonationCount }) => number(recentDonationCount))}
        note="Last 30 days"
      />
    </div>
  );
};

const Reports = ({ reports }: { readonly reports: ReportsQuery }) => {
  if (reports.isPending) {
    return (
      <output className="quiet block py-16 text-center">
        <span className="loading loading-spinner mr-3" aria-hidden="true" />
        Loading financial reports...
      </output>
    );
  }
  if (!reports.data) {
    return (
      <ErrorState
        title={reports.error.message}
        onRetry={() => void reports.refetch()}
        isRetrying={reports.isFetching}
      />
    );
  }
  if (reports.data.length === 0) {
    return (
      <EmptyState icon={<FileText aria-hidden="true" size={32} />} title="No published reports">
        Financial reports will appear here once published by administrators
      </EmptyState>
    );
  }
  return (
    <div className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
      {reports.data.map((report) => (
        <ReportCard key={report.id} report={report} />
      ))}
    </div>
  );
};

const FinancialReportsPage = () => {
  const totals = useDonationTotals();
  const reports = usePublishedReports();
  const home = useHome();
  return (
    <PublicLayout>
      <PageHead
        title="Financial Reports"
        description="How much we raise and how we spend it: donation totals, our published reports, Form 990s and statements."
        path={paths.financialReports()}
      />
      <StaleNotice queries={[reports, totals]}>{reports.error?.message}</StaleNotice>
      <div className="shell py-10 sm:py-14">
        <h1 className="font-display text-heading font-semibold">Financial Reports</h1>
        <p className="text-lead quiet mt-3 max-w-2xl">
          See how much we raise and how we spend it. Being open about our finances is part of our
          promise.
        </p>
        <SpendingAndCosts settings={home.data?.settings} />
        <Figures totals={totals} />
        <h2 className="font-display mt-12 mb-5 text-2xl font-semibold">Published reports</h2>
        <Reports reports={reports} />
      </div>
    </PublicLayout>
  );
};

export default FinancialReportsPage;
