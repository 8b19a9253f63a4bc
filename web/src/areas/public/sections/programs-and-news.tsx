import { Skeleton } from "#ui/states.tsx";
import { HomeContent, type HomeQuery } from "./home-content.tsx";
import { LatestNews } from "./latest-news.tsx";
import { Programs } from "./programs.tsx";
import { HomeSectionHeading } from "./section-heading.tsx";

export const ProgramsAndNews = ({ home }: { readonly home: HomeQuery }) => (
  <section
    id="programs"
    aria-label="Programs and news"
    className="band later [--tall:46rem] md:[--tall:39rem] bg-base-100"
  >
    <div className="shell">
      <HomeContent home={home} subject="programs and news" skeleton={<Skeleton className="h-80" />}>
        {({ programCounts, deliveriesSince, blogPosts }) => (
          <div className="lg:grid lg:grid-cols-[2fr_1fr] lg:gap-12">
            <div>
              <HomeSectionHeading eyebrow="Programs" title="What your gifts do" />
              {programCounts.length > 0 && (
                <Programs counts={programCounts} deliveriesSince={deliveriesSince} />
              )}
            </div>
            <div>
              <LatestNews posts={blogPosts} />
            </div>
          </div>
        )}
      </HomeContent>
    </div>
  </section>
);
