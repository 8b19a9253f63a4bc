import { useState } from "react";
import type { ChosenDonation } from "#checkout/chosen-donation.ts";
import { addFallbacks, useGivingTerms, useHome } from "#data/home/queries.ts";
import { siteUrl } from "#lib/site-url.ts";
import { money } from "#lib/format.ts";
import { paths } from "#lib/paths.ts";
import { SectionBoundary } from "#ui/messages/section-boundary.tsx";
import { StaleNotice } from "#ui/messages/stale-notice.tsx";
import { LazyDonationDialog } from "./dialogs/dialogs.ts";
import { createEventLd, createOrganizationLd } from "./discovery/json-ld.ts";
import { PageHead } from "./discovery/page-head.tsx";
import { PublicLayout } from "./public-layout.tsx";
import { Hero } from "./sections/hero.tsx";
import { ImpactCounters } from "./sections/impact-counters.tsx";
import { Impact } from "./sections/impact.tsx";
import { ShareTestimonial } from "./sections/share-testimonial.tsx";
import { Mission } from "./sections/mission.tsx";
import { ProgramsAndNews } from "./sections/programs-and-news.tsx";
import { VolunteerSection } from "./sections/volunteer.tsx";
import { ProgressTracker } from "./sections/progress-tracker.tsx";

const NO_DONATION: ChosenDonation = { amount: 0, frequency: "one-time" };

/** A single scrolling page with its sections in the order that HOME-06 requires. */
const HomePage = () => {
  const home = useHome();
  const { packagePrice } = useGivingTerms();
  const contact = addFallbacks(home.data?.contactInfo);
  const origin = siteUrl();
  const [donation, setDonation] = useState(NO_DONATION);
  const [isGiving, setGiving] = useState(false);
  const [preset, setPreset] = useState<ChosenDonation>();
  const provider = home.data?.paymentProvider;

  const give = (chosenDonation: ChosenDonation) => {
    setDonation(chosenDonation);
    setGiving(true);
  };

  return (
    <PublicLayout>
      <PageHead
        title="Care packages for those who serve"
        description={`A 501(c)(3) nonprofit that sends care packages to military families, veterans and service members. Each ${money(packagePrice)} packs and ships one box.`}
        path={paths.home()}
        jsonLd={[
          createOrganizationLd(origin, contact, home.data?.settings),
          ...(home.data?.upcomingEvents ?? []).map((event) =>
            createEventLd(origin, contact.organizationName, event),
          ),
        ]}
      />
      <Hero home={home.data} isLoading={home.isPending} preset={preset} onGive={give} />
      <StaleNotice queries={[home]} />
      <SectionBoundary>
        <ImpactCounters home={home} />
      </SectionBoundary>
      <SectionBoundary>
        <Mission home={home} />
      </SectionBoundary>
      <SectionBoundary>
        <ProgramsAndNews home={home} />
      </SectionBoundary>
      <VolunteerSection home={home} />
      <SectionBoundary>
        <Impact home={home} onGive={provider && give} />
      </SectionBoundary>
      <ShareTestimonial home={home} />
      <SectionBoundary>
        <ProgressTracker home={home} onGive={provider && setPreset} />
      </SectionBoundary>
      <LazyDonationDialog
        open={isGiving}
        donation={donation}
        provider={provider}
        onClose={() => setGiving(false)}
      />
    </PublicLayout>
  );
};

export default HomePage;
