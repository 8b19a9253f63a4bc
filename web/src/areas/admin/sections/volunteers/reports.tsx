import Download from "lucide-react/icons/download";
import {
  useSaveVolunteerReport,
  useVolunteerReport,
  type VolunteerReport,
} from "#data/volunteer-reports/queries.ts";
import { ExportButton } from "#kit/lists/export-button.tsx";
import { FilterField, filterParamNames, type Filter } from "#kit/lists/list-toolbar.tsx";
import { listPeriods } from "#kit/lists/periods.ts";
import { RefusedParams } from "#kit/lists/list-frame.tsx";
import { useListAddress } from "#kit/lists/use-list-address.ts";
import { monthName, number } from "#lib/format.ts";
import { useTimeZone } from "#lib/time/dates.tsx";
import { Button } from "#ui/button.tsx";
import { showFailure } from "#ui/messages/show-failure.ts";
import { StatCard } from "#ui/stat-card.tsx";
import { EmptyState } from "#ui/states.tsx";
import { figureText, QueryStates } from "#admin/query-states.tsx";

/** No event is earlier, so the export of attendance has everything from this day on. */
const FIRST_DAY = "2000-01-01";

const buildFilters = (timeZone: string): readonly Filter[] => [
  { name: "period", label: "Period", options: listPeriods(Date.now(), timeZone) },
  { name: "from", label: "From", options: "day" },
  { name: "to", label: "To", options: "day" },
];

const formatHours = (hours: number): string =>
  hours.toLocaleString("en-US", { minimumFractionDigits: 2 });

const Months = ({ months }: Pick<VolunteerReport, "months">) =>
  months.length === 0 ? (
    <EmptyState title="No hours in this period">
      Hours count once a shift is over and attendance is confirmed.
    </EmptyState>
  ) : (
    <div className="card-box overflow-x-auto">
      <table
        aria-label="Figures by month"
        className="table tabular-nums max-sm:[&_td]:px-2 max-sm:[&_th]:px-2"
      >
        <thead>
          <tr className="bg-base-200 text-base-content">
            <th scope="col">Month</th>
            <th scope="col" className="text-right">
              Hours
            </th>
            <th scope="col" className="text-right max-sm:hidden">
              Outside shifts
            </th>
            <th scope="col" className="text-right">
              People
            </th>
            <th scope="col" className="text-right">
              Shifts
            </th>
          </tr>
        </thead>
        <tbody>
          {months.map(({ month, hours, handedInHours, people, shifts }) => (
            <tr key={month}>
              <th scope="row">{monthName(month)}</th>
              <td className="text-right">{formatHours(hours)}</td>
              <td className="text-right max-sm:hidden">{formatHours(handedInHours)}</td>
              <td className="text-right">{number(people)}</td>
              <td className="text-right">{number(shifts)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );

/** Hours, people and shifts of a period, in total and by month. The period is in the URL. */
export const VolunteerReports = () => {
  const filters = buildFilters(useTimeZone());
  const list = useListAddress({
    sorts: ["date"],
    pageSize: 1,
    filters: filterParamNames(filters),
  });
  const { from, to } = list.filters;
  const period = { ...(from && { from }), ...(to && { to }) };
  const report = useVolunteerReport(period);
  list.leaveOutRefused(report.error);
  const saving = useSaveVolunteerReport();
  const save = () =>
    saving.mutate(period, {
      onError: (error) =>
        showFailure("The report could not be downloaded", error, {
          title: "We couldn't download the report",
          fallback: "Please try again.",
        }),
    });
  return (
    <>
      <div className="@container mb-6 flex flex-wrap items-end gap-3">
        <div className="grid basis-full grid-cols-2 items-end gap-3 sm:flex sm:basis-auto">
          {filters.map((filter) => (
            <FilterField key={filter.name} filter={filter} list={list} />
          ))}
        </div>
        <div className="flex flex-wrap gap-3 sm:ml-auto">
          <ExportButton
            caption="attendance records"
            label="Export attendance"
            endpoint="GET /api/attendance/export"
            list={{ ...list, filters: { from: FIRST_DAY, ...period } }}
          />
          <Button onClick={save} disabled={saving.isPending}>
            <Download aria-hidden="true" size={18} />
            Download report
          </Button>
        </div>
      </div>
      <RefusedParams list={list} filters={filters} />
      <div
        className="mb-6 grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4"
        aria-busy={report.isFetching || undefined}
      >
        <StatCard
          label="Hours"
          value={figureText(report, ({ total }) => formatHours(total.hours))}
          note="not including hours before this site"
        />
        <StatCard
          label="Outside shifts"
          value={figureText(report, ({ total }) => formatHours(total.handedInHours))}
          note="included in the hours"
        />
        <StatCard
          label="People"
          value={figureText(report, ({ total }) => number(total.people))}
          note="each counted once"
        />
        <StatCard
          label="Shifts"
          value={figureText(report, ({ total }) => number(total.shifts))}
          note="one for each person who came"
        />
      </div>
      <QueryStates query={report} subject="the report">
        {({ months }) => <Months months={months} />}
      </QueryStates>
    </>
  );
};
