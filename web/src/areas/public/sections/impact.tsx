import { Skeleton } from "../../../ui/states.tsx";
import { BranchCounts } from "./branch-counts.tsx";
import { Events } from "./events.tsx";
import { Highlights } from "./highlights.tsx";
import { HomeContent, type HomeQuery } from "./home-content.tsx";
import { RecentDonors } from "./recent-donors.tsx";
import { SectionHeading } from "./section-heading.tsx";
import { Stories } from "./stories.tsx";

export const Impact = ({ home }: { readonly home: HomeQuery }) => (
  <section id="impact" aria-label="Impact and stories" className="band">
    <div className="shell">
      <SectionHeading eyebrow="Impact" title="Where the boxes go, and what they mean" />
      <HomeContent home={home} what="Stories, events and gifts" skeleton={<ImpactSkeleton />}>
        {(data) => (
          <div className="grid gap-12 md:gap-16">
            <Stories testimonials={data.testimonials} />
            <div className="grid gap-10 lg:grid-cols-[1.25fr_1fr] lg:gap-14">
              <BranchCounts counts={data.branchCounts} />
              <RecentDonors donations={data.recentDonations} />
            </div>
            <Events upcoming={data.upcomingEvents} recent={data.recentEvents} />
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
