import { Skeleton } from "#ui/states.tsx";
import { HomeContent, type HomeQuery } from "./home-content.tsx";
import { LatestNews } from "./latest-news.tsx";
import { Programs } from "./programs.tsx";
import { SectionHeading } from "./section-heading.tsx";

export const ProgramsAndNews = ({ home }: { readonly home: HomeQuery }) => (
  <section
    id="programs"
    aria-label="Programs and news"
    className="band later [--tall:46rem] md:[--tall:64rem] bg-base-100"
  >
    <div className="shell">
      <SectionHeading eyebrow="Programs" title="What your gifts do" />
      <HomeContent home={home} subject="programs and news" skeleton={<Skeleton className="h-80" />}>
        {({ programCounts, deliveriesSince, blogPosts }) => (
          <>
            {programCounts.length > 0 && (
              <Programs counts={programCounts} deliveriesSince={deliveriesSince} />
            )}
            <LatestNews posts={blogPosts} />
          </>
        )}
      </HomeContent>
    </div>
  </section>
);
