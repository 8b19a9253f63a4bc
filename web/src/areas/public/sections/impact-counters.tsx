import { number } from "#lib/format.ts";
import { Skeleton } from "#ui/states.tsx";
import { HomeContent, type HomeQuery } from "./home-content.tsx";
import { PackageCosts } from "./package-costs.tsx";

const COUNTERS = [
  { key: "packagesDelivered", label: "Packages delivered" },
  { key: "familiesHelped", label: "Families helped" },
  { key: "volunteerHours", label: "Volunteer hours" },
  { key: "veteransServed", label: "Veterans served" },
] as const;

export const ImpactCounters = ({ home }: { readonly home: HomeQuery }) => (
  <section aria-label="Our impact in numbers" className="bg-base-100 border-base-300 border-b">
    <div className="shell py-7 md:py-10">
      <HomeContent
        home={home}
        subject="the impact numbers"
        skeleton={<Skeleton className="h-20 w-full" />}
      >
        {({ impactStats, settings }) => (
          <>
            {impactStats.since !== null && (
              <p className="eyebrow mb-4">Since {impactStats.since}</p>
            )}
            <dl className="lg:divide-base-300 grid grid-cols-2 gap-4 lg:grid-cols-4 lg:divide-x">
              {COUNTERS.map(({ key, label }) => (
                <div key={key} className="flex flex-col-reverse lg:px-8 lg:first:pl-0">
                  <dt className="quiet mt-1 text-sm font-medium sm:text-base">{label}</dt>
                  <dd className="font-display text-[1.75rem] leading-none font-semibold tabular-nums sm:text-[2.75rem]">
                    {number(impactStats[key])}
                  </dd>
                </div>
              ))}
            </dl>
            {settings.packageCosts.length > 0 && (
              <div className="border-base-300 mt-6 border-t pt-6 md:mt-8 md:pt-8">
                <PackageCosts {...settings} />
              </div>
            )}
          </>
        )}
      </HomeContent>
    </div>
  </section>
);
