import { cx } from "#ui/class-names.ts";
import { lazySection } from "#ui/lazy-section.tsx";
import { Skeleton } from "#ui/states.tsx";
import type { GiveBoxButtonProps } from "../give-box-button.tsx";
import { BranchCounts } from "./branch-counts.tsx";
import { Events } from "./events.tsx";
import { Highlights } from "./highlights.tsx";
import { HomeContent, type HomeQuery } from "./home-content.tsx";
import { Letters } from "./letters.tsx";
import { RecentDonors } from "./recent-donors.tsx";
import { HomeSectionHeading } from "./section-heading.tsx";
import { SwipeRow } from "./swipe-row.tsx";
import { Testimonials } from "./testimonials.tsx";

const ImpactMap = lazySection(async () => (await import("../map/impact-map.tsx")).ImpactMap, {
  label: "Loading the map",
  className: "h-[24rem] sm:h-[37rem]",
});

export interface ImpactProps extends Pick<GiveBoxButtonProps, "onGive"> {
  readonly home: HomeQuery;
}

export const Impact = ({ home, onGive }: ImpactProps) => (
  <section
    id="impact"
    aria-label="Impact and stories"
    className="band later [--tall:145rem] md:[--tall:152rem] bg-base-100"
  >
    <div className="shell">
      <HomeSectionHeading eyebrow="Impact" title="Where the boxes go and why they matter" />
    </div>
    <HomeContent
      home={home}
      subject="stories, events and gifts"
      skeleton={<Skeleton className="shell h-64" />}
    >
      {(data) => (
        <>
          <div className="shell grid grid-cols-1 gap-7 md:gap-10">
            <div
              className={cx(
                "grid grid-cols-1 gap-6 lg:gap-12",
                data.mapPoints.length > 0 && "lg:grid-cols-2",
              )}
            >
              {data.mapPoints.length > 0 && <ImpactMap points={data.mapPoints} />}
              <BranchCounts counts={data.branchCounts} deliveriesSince={data.deliveriesSince} />
            </div>
            <Testimonials testimonials={data.testimonials} />
          </div>
          <Letters letters={data.childrenLetters} />
          <div className="shell grid grid-cols-1 gap-7 md:gap-10">
            <SwipeRow label="Events and gifts" className="lg:grid-cols-[1.5fr_1fr_1fr]">
              <Events upcomingEvents={data.upcomingEvents} recentEvents={data.recentEvents} />
              <RecentDonors donations={data.recentDonations} onGive={onGive} />
            </SwipeRow>
            <Highlights highlights={data.highlights} count={data.highlightCount} />
          </div>
        </>
      )}
    </HomeContent>
  </section>
);
