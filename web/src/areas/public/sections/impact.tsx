import { lazySection } from "../../../ui/lazy-section.tsx";
import { Skeleton } from "../../../ui/states.tsx";
import { BranchCounts } from "./branch-counts.tsx";
import { Events } from "./events.tsx";
import { Highlights } from "./highlights.tsx";
import { HomeContent, type HomeQuery } from "./home-content.tsx";
import { RecentDonors } from "./recent-donors.tsx";
import { SectionHeading } from "./section-heading.tsx";
import { Testimonials } from "./testimonials.tsx";

const ImpactMap = lazySection(async () => (await import("../map/impact-map.tsx")).ImpactMap, {
  label: "The map: loading",
  className: "h-[25rem] sm:h-[37rem]",
});

export const Impact = ({ home }: { readonly home: HomeQuery }) => (
  <section id="impact" aria-label="Impact and stories" className="band">
    <div className="shell">
      <SectionHeading eyebrow="Impact" title="Where the boxes go, and what they mean" />
      <HomeContent home={home} what="Stories, events and gifts" skeleton={<ImpactSkeleton />}>
        {(data) => (
          <div className="grid gap-12 md:gap-16">
            <div className="grid gap-10 lg:grid-cols-[1.6fr_1fr] lg:gap-14">
              {data.mapPoints.length > 0 && <ImpactMap points={data.mapPoints} />}
              <BranchCounts counts={data.branchCounts} />
            </div>
            <Testimonials testimonials={data.testimonials} />
            <div className="grid gap-10 lg:grid-cols-3">
              <Events upcoming={data.upcomingEvents} recent={data.recentEvents} />
              <RecentDonors donations={data.recentDonations} />
            </div>
            <Highlights highlights={data.highlights} count={data.highlightCount} />
          </div>
        )}
      </HomeContent>
    </div>
  </section>
);

const ImpactSkeleton = () => (
  <div className="grid gap-6 md:grid-cols-3">
    <Skeleton className="h-64" />
    <Skeleton className="h-64 max-md:hidden" />
    <Skeleton className="h-64 max-md:hidden" />
  </div>
);
