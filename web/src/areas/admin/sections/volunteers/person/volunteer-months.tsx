import { useState } from "react";
import type { VolunteerRecord } from "#data/volunteers/resource.ts";
import { countWithNoun, monthName, number } from "#lib/format.ts";
import { Button } from "#ui/button.tsx";
import { SectionHeading } from "#ui/section-heading.tsx";
import { Fact } from "#admin/fact.tsx";

const VISIBLE_MONTH_COUNT = 6;

/** Counted hours by month, latest first, with two decimals, so that they add up. */
export const VolunteerMonths = ({ volunteer }: { readonly volunteer: VolunteerRecord }) => {
  const { months, openingHours } = volunteer;
  const [isShowingAll, setShowingAll] = useState(false);
  const visibleMonths = isShowingAll ? months : months.slice(0, VISIBLE_MONTH_COUNT);
  return (
    <section className="card-box p-5 sm:p-6" aria-labelledby="months-title">
      <SectionHeading id="months-title">Hours by month</SectionHeading>
      <dl className="divide-base-300 divide-y">
        {visibleMonths.map(({ month, hours, shifts }) => (
          <Fact key={month} name={monthName(month)}>
            {hours.toFixed(2)} hours{" "}
            {shifts > 0 && (
              <span className="quiet text-sm">in {countWithNoun(shifts, "shift", "shifts")}</span>
            )}
          </Fact>
        ))}
        {openingHours > 0 && (isShowingAll || months.length <= VISIBLE_MONTH_COUNT) && (
          <Fact name="Before this site">{openingHours.toFixed(2)} hours</Fact>
        )}
      </dl>
      {months.length > VISIBLE_MONTH_COUNT && (
        <Button
          variant="outline"
          size="sm"
          className="mt-3"
          aria-expanded={isShowingAll}
          onClick={() => setShowingAll(!isShowingAll)}
        >
          {isShowingAll ? "Show fewer months" : `Show all ${number(months.length)} months`}
        </Button>
      )}
    </section>
  );
};
