import FileText from "lucide-react/icons/file-text";
import { usePublishedReports } from "../../../data/financial-reports/queries.ts";
import { useDonationTotals } from "../../../data/donations/queries.ts";
import { useRecentDonationCount } from "../../../data/donations/recent-count.ts";
import { money, moneyWithCents, number } from "../../../lib/format.ts";
import { paths } from "../../../lib/paths.ts";
import { StatCard } from "../../../ui/stat-card.tsx";
import { EmptyState, ErrorState } from "../../../ui/states.tsx";
import { PageHead } from "../discovery/page-head.tsx";
import { PublicLayout } from "../public-layout.tsx";
import { ReportCard } from "./report-card.tsx";

/** A figure that could not be loaded is a dash, not a zero. */
const shown = <Data,>(
  query: { readonly data?: Data; readonly isError: boolean },
  format: (data: Data) => string,
): string | undefined => {
  if (query.data !== undefined) return format(query.data);
  return query.isError ? "–" : undefined;
};

const Figures = () => {
  const totals = useDonationTotals();
  const recentCount = useRecentDonationCount();
  return (
    <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
      <StatCard
        label="Total Raised"
        value={shown(totals, ({ totalAmount }) => money(totalAmount))}
      />
      <StatCard
        label="Total Donors"
        value={shown(totals, ({ donorCount }) => number(donorCount))}
      />
      <StatCard
        label="Average Donation"
        value={shown(totals, ({ totalAmount, donorCount }) =>
          moneyWithCents(donorCount === 0 ? 0 : totalAmount / donorCount),
        )}
      />
      <StatCard
        label="Recent Donations"
        value={shown(recentCount, (count) => count)}
        note="Last 30 days"
      />
    </div>
  );
};

const Reports = () => {
  const reports = usePublishedReports();
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
  return (
    <PublicLayout>
      <PageHead
        title="Financial Reports"
        description="What comes in and what it becomes: donation totals and our published reports, forms 990 and statements."
        path={paths.financialReports()}
      />
      <div className="shell py-10 sm:py-14">
        <h1 className="font-display text-heading font-semibold">Financial Reports</h1>
        <p className="text-lead quiet mt-3 mb-8 max-w-2xl">
          What comes in, and what it becomes. Open books are part of the promise.
        </p>
        <Figures />
        <h2 className="font-display mt-12 mb-5 text-2xl font-semibold">Published reports</h2>
        <Reports />
      </div>
    </PublicLayout>
  );
};

export default FinancialReportsPage;
