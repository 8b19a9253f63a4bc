import { useHome } from "../../data/home/queries.ts";
import { useTitle } from "../../lib/use-title.ts";
import { SectionBoundary } from "../../ui/section-boundary.tsx";
import { withFallbacks } from "./organization.ts";
import { PublicLayout } from "./public-layout.tsx";
import { Hero } from "./sections/hero.tsx";
import { ImpactCounters } from "./sections/impact-counters.tsx";
import { Impact } from "./sections/impact.tsx";
import { Mission } from "./sections/mission.tsx";
import { ProgramsAndNews } from "./sections/programs-and-news.tsx";
import { ProgressTracker } from "./sections/progress-tracker.tsx";

/** One scrolling page, its sections in the order of P§2. */
const HomePage = () => {
  const home = useHome();
  const { organizationName } = withFallbacks(home.data?.contactInfo);
  useTitle(`${organizationName} · Care packages for those who serve`);

  return (
    <PublicLayout>
      <Hero home={home.data} isLoading={home.isPending} />
      <SectionBoundary>
        <ImpactCounters home={home} />
      </SectionBoundary>
      <SectionBoundary>
        <Mission home={home} />
      </SectionBoundary>
      <SectionBoundary>
        <ProgramsAndNews home={home} />
      </SectionBoundary>
      <SectionBoundary>
        <Impact home={home} />
      </SectionBoundary>
      <SectionBoundary>
        <ProgressTracker home={home} />
      </SectionBoundary>
    </PublicLayout>
  );
};

export default HomePage;
