import type { MyDonations } from "#data/my-donations/queries.ts";
import { moneyWithCents } from "#lib/format.ts";
import { useToday } from "#lib/time/use-today.ts";
import { paths } from "#lib/paths.ts";
import { LinkButton } from "#ui/button.tsx";
import { PdfButton } from "./pdf-button.tsx";

export interface StatementsProps {
  readonly giftSession: string;
  readonly years: MyDonations["years"];
}

export const Statements = ({ giftSession, years }: StatementsProps) => {
  const thisYear = Number(useToday().slice(0, 4));
  return (
    <section aria-labelledby="statements">
      <h2 id="statements" className="font-display mb-4 text-2xl font-semibold">
        Annual statements
      </h2>
      <ul className="grid gap-3 sm:grid-cols-2">
        {years.map(({ year, total, giftCount }) => (
          <li
            key={year}
            className="card-box flex flex-wrap items-center justify-between gap-3 p-4 sm:px-6"
          >
            <div>
              <p className="font-semibold">{year === thisYear ? `${year} so far` : year}</p>
              <p className="quiet text-sm tabular-nums">
                {moneyWithCents(total)} · {giftCount === 1 ? "1 gift" : `${giftCount} gifts`}
              </p>
            </div>
            <div className="flex flex-wrap gap-2">
              <LinkButton
                variant="outline"
                size="sm"
                to={paths.annualStatement(year)}
                aria-label={`Statement for ${year}`}
              >
                Statement
              </LinkButton>
              <PdfButton
                giftSession={giftSession}
                reference={{ year: String(year) }}
                label={`Statement for ${year} as a PDF`}
              />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
};
