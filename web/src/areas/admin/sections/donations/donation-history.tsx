import { ShortDate } from "../../../../lib/dates.tsx";
import { useDeferredValue, useState } from "react";
import {
  useDonationPage,
  type AdminDonation,
  type DonationSort,
} from "../../../../data/donations/queries.ts";
import { money } from "../../../../lib/format.ts";
import { useDebounced } from "../../../../lib/use-debounced.ts";
import { DataTable, type Column, type TableState } from "../../../../ui/data-table.tsx";
import { EmptyState, ErrorState } from "../../../../ui/states.tsx";
import { StatusBadge } from "./status-badge.tsx";

const PAGE_SIZE = 20;
const SEARCH_DELAY_MS = 300;

const COLUMNS: readonly Column<AdminDonation>[] = [
  {
    name: "donor",
    header: "Donor",
    sortKey: "lastName",
    cell: ({ firstName, lastName }) => (
      <span className="font-semibold whitespace-nowrap">{`${firstName} ${lastName}`}</span>
    ),
  },
  { name: "email", header: "Email", cell: ({ email }) => email },
  {
    name: "amount",
    header: "Amount",
    sortKey: "amount",
    align: "right",
    cell: ({ amount }) => money(amount),
  },
  {
    name: "type",
    header: "Type",
    cell: ({ isRecurring }) => (
      <span className="whitespace-nowrap">{isRecurring ? "Monthly" : "One-time"}</span>
    ),
  },
  {
    name: "date",
    header: "Date",
    sortKey: "createdAt",
    cell: ({ createdAt }) => (
      <span className="whitespace-nowrap">
        <ShortDate moment={createdAt} />
      </span>
    ),
  },
  {
    name: "status",
    header: "Status",
    cell: ({ status, isDemo }) => <StatusBadge status={status} isDemo={isDemo} />,
  },
];

export const DonationHistory = () => {
  const [table, setTable] = useState<TableState>({ search: "", sort: "-createdAt", page: 0 });
  const search = useDebounced(table.search.trim(), SEARCH_DELAY_MS);
  const page = useDonationPage({
    search: useDeferredValue(search),
    sort: table.sort as DonationSort,
    page: table.page,
    pageSize: PAGE_SIZE,
  });

  return (
    <section className="card-box mt-6 p-5 sm:p-6" aria-labelledby="history-title">
      <h2 id="history-title" className="font-display text-title mb-4 font-semibold">
        Donation History
      </h2>
      {page.isError ? (
        <ErrorState
          title="Could not load the donations"
          onRetry={() => void page.refetch()}
          isRetrying={page.isFetching}
        />
      ) : (
        <DataTable
          caption="donations"
          columns={COLUMNS}
          rows={page.data?.rows}
          rowKey={({ id }) => id}
          total={page.data?.total ?? null}
          pageSize={PAGE_SIZE}
          state={table}
          onState={setTable}
          searchLabel="Search by name or email"
          isFetching={page.isFetching}
          empty={
            <EmptyState title={search ? "No donation matches" : "No donations yet"}>
              {search && "Try another name or email address."}
            </EmptyState>
          }
        />
      )}
    </section>
  );
};
