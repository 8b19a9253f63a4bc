import type { FunctionComponent, ReactNode } from "react";
import { LAST_YEAR, sumReportRows } from "./last-year.ts";

type Rows = readonly (readonly [string, number])[];
const formatDollars = (amount: number) => `$${amount.toLocaleString("en-US")}`;
const formatPercentOfSpending = (amount: number) =>
  `${Math.round((amount / sumReportRows(LAST_YEAR.spending)) * 100)}%`;

const Table = ({ title, rows, total }: { title: string; rows: Rows; total?: number }) => (
  <section>
    <h2>{title}</h2>
    <table>
      <tbody>
        {rows.map(([label, amount]) => (
          <tr key={label}>
            <th>{label}</th>
            <td>{formatDollars(amount)}</td>
          </tr>
        ))}
      </tbody>
      {total !== undefined && (
        <tfoot>
          <tr>
            <th>Total</th>
            <td>{formatDollars(total)}</td>
          </tr>
        </tfoot>
      )}
    </table>
  </section>
);

const Sheet = ({ title, children }: { title: string; children: ReactNode }) => (
  <main>
    <header>
      <p className="from">Lamplight Care Packages · EIN 00-0142536 · Fort Worth, Texas</p>
      <h1>{title}</h1>
    </header>
    {children}
    <footer>
      Sample data: this charity is not real. The document is part of the software’s demo.
    </footer>
  </main>
);

const AnnualReport = () => (
  <Sheet title="Annual Report">
    <p className="lead">
      What came in last year, where it went, and what it accomplished. Nobody here draws a salary;
      an accountant checks the books.
    </p>
    <dl className="became">
      {(
        [
          ["boxes sent", LAST_YEAR.boxes],
          ["families helped", LAST_YEAR.families],
          ["veterans visited", LAST_YEAR.veterans],
          ["volunteer hours", LAST_YEAR.hours],
        ] as const
      ).map(([label, figure]) => (
        <div key={label}>
          <dd>{figure.toLocaleString("en-US")}</dd>
          <dt>{label}</dt>
        </div>
      ))}
    </dl>
    <h2>Of every dollar spent</h2>
    <div className="bar">
      {LAST_YEAR.spending.map(([label, amount]) => (
        <div key={label} style={{ flexGrow: amount }} />
      ))}
    </div>
    <ul className="legend">
      {LAST_YEAR.spending.map(([label, amount]) => (
        <li key={label}>
          {label} <b>{formatPercentOfSpending(amount)}</b>
        </li>
      ))}
    </ul>
    <div className="columns">
      <Table title="Money in" rows={LAST_YEAR.income} total={sumReportRows(LAST_YEAR.income)} />
      <Table
        title="Money out"
        rows={LAST_YEAR.expenses}
        total={sumReportRows(LAST_YEAR.expenses)}
      />
    </div>
  </Sheet>
);

const [programs, management, fundraising] = LAST_YEAR.spending;
const SUMMARY: Rows = [
  ["Contributions and grants", sumReportRows(LAST_YEAR.income)],
  ["Total revenue", sumReportRows(LAST_YEAR.income)],
  ["Program service expenses", programs[1]],
  ["Management and general", management[1]],
  ["Fundraising", fundraising[1]],
  ["Total expenses", sumReportRows(LAST_YEAR.expenses)],
  ["Revenue less expenses", sumReportRows(LAST_YEAR.income) - sumReportRows(LAST_YEAR.expenses)],
  ["Net assets at end of year", LAST_YEAR.netAssets],
];

const Form990 = () => (
  <Sheet title="Form 990, public copy">
    <p className="lead">
      Return of Organization Exempt From Income Tax, summary page. A real charity would publish its
      filed return here.
    </p>
    <Table title="Summary" rows={SUMMARY} />
  </Sheet>
);

interface DemoReport {
  /** The report's filename in `supabase/demo-files/reports`, without the extension. */
  readonly key: string;
  /** The number of the cover picture in the sample data. */
  readonly coverNumber: number;
  readonly draw: FunctionComponent;
}

export const DEMO_REPORTS: readonly DemoReport[] = [
  { key: "5d1f0c53-8a77-4b0e-9c55-1f2a6f0d7a01", coverNumber: 31, draw: AnnualReport },
  { key: "5d1f0c53-8a77-4b0e-9c55-1f2a6f0d7a03", coverNumber: 32, draw: Form990 },
];

export const STYLE = `
  @page { size: letter; margin: 0 }
  * { box-sizing: border-box; margin: 0 }
  body { width: 816px; height: 1056px; background: #fffdf9; color: #1a2740; font: 16px/1.45 "Liberation Sans", "DejaVu Sans", sans-serif }
  main { height: 1056px; display: flex; flex-direction: column; gap: 24px; padding: 0 72px 48px }
  header { margin: 0 -72px; padding: 56px 72px 36px; background: #1b2f55; color: #fffaf0; border-bottom: 10px solid #c79639 }
  h1, h2, dd { font-family: Fraunces, Georgia, serif; font-weight: 600 }
  h1 { font-size: 58px; line-height: 1.1 } h2 { font-size: 26px; margin-bottom: 6px }
  .from { margin-bottom: 12px; opacity: .85 } .lead { font-size: 20px; max-width: 600px }
  .became { display: grid; grid-template-columns: repeat(4, 1fr); gap: 12px }
  .became div { display: flex; flex-direction: column; background: #f8f3e9; border-radius: 10px; padding: 14px 16px }
  .became dd { font-size: 36px; line-height: 1.1; order: -1 }
  .bar { display: flex; gap: 3px; height: 44px; margin-top: -14px }
  .bar div { flex-basis: 0; background: #c79639; border-radius: 4px } .bar :first-child { background: #1b2f55 } .bar :last-child { background: #a03b2b }
  .legend { display: flex; justify-content: space-between; list-style: none; padding: 0; margin-top: -10px }
  .columns { display: grid; grid-template-columns: 1fr 1fr; gap: 36px }
  table { width: 100%; border-collapse: collapse } th { text-align: left; font-weight: 400; white-space: pre-wrap } td { text-align: right }
  th, td { padding: 7px 0; border-bottom: 1px solid #e6dcc9 } tfoot th, tfoot td { font-weight: 700; border: 0 }
  footer { margin-top: auto; font-size: 13px; opacity: .75 }
`;
