import { carePackageGoalEndpoints } from "#contracts/care-package-goals.ts";
import { contactInfoEndpoints } from "#contracts/contact-info.ts";
import { heroSectionEndpoints } from "#contracts/hero-section.ts";
import { familiesForGoal } from "#rules/care-packages.ts";
import { carePackageGoal } from "../../../../data/care-package-goals/single-record.ts";
import { contactInfo } from "../../../../data/contact-info/single-record.ts";
import { heroSection } from "../../../../data/hero-section/single-record.ts";
import { FormArea, FormNumber, FormText } from "../../../../kit/form-fields.tsx";
import { FormNote } from "../../../../kit/form-note.tsx";
import { number } from "../../../../lib/format.ts";
import { lazySection } from "../../../../ui/lazy-section.tsx";
import { ContentForm } from "./content-form.tsx";
import { ContentPanel } from "./content-panel.tsx";
import { LegalPanel } from "./legal-panel.tsx";
import { PRIVACY_POLICY, TERMS } from "./legal-texts.ts";

const Reports = lazySection(async () => (await import("./reports/reports.tsx")).Reports, {
  label: "Loading the financial reports",
  className: "h-80",
});

const AboutSection = lazySection(async () => (await import("./about-section.tsx")).AboutSection, {
  label: "Loading the about section",
  className: "h-80",
});

const INVALID_GOAL = {
  title: "Invalid Goal",
  description: "Please enter a valid goal number (minimum 1).",
};

const OrganizationInformation = () => (
  <ContentForm
    noun="contact information"
    record={contactInfo}
    schema={contactInfoEndpoints.updateContactInfo.body}
    failure={{
      title: "Update Error",
      fallback: "Failed to update contact information. Please try again.",
    }}
  >
    <FormText name="organizationName" label="Organization name" />
    <FormText name="taxId" label="Tax ID (EIN)" placeholder="12-3456789" />
    <FormArea name="address" label="Address" className="sm:col-span-2" />
    <FormText name="phone" type="tel" label="Phone" />
    <FormText name="email" type="email" label="Email" />
  </ContentForm>
);

const HeroSection = () => (
  <ContentForm
    noun="hero section"
    record={heroSection}
    schema={heroSectionEndpoints.updateHeroSection.body}
    failure={{
      title: "Update Error",
      fallback: "Failed to update hero section. Please try again.",
    }}
  >
    <FormArea name="headline" label="Headline" rows={2} className="sm:col-span-2" />
    <FormArea name="coreMessage" label="Core message" rows={4} className="sm:col-span-2" />
  </ContentForm>
);

const CarePackageGoal = () => (
  <ContentForm
    noun="care package goal"
    record={carePackageGoal}
    schema={carePackageGoalEndpoints.updateCarePackageGoal.body}
    needsChange
    missing={INVALID_GOAL}
    toldOf={() => INVALID_GOAL}
    failure={{
      title: "Update Failed",
      fallback: "Failed to update care package goal. Please try again.",
    }}
  >
    <FormNumber name="monthlyGoal" label="Packages in a month" />
    <FormNote>
      {({ monthlyGoal }) =>
        typeof monthlyGoal === "number" && monthlyGoal >= 1
          ? `Preview: ${number(monthlyGoal)} packages help ${number(familiesForGoal(monthlyGoal))} families.`
          : null
      }
    </FormNote>
  </ContentForm>
);

/** What the site says of the organisation itself. */
export const Content = () => (
  <div className="grid max-w-3xl gap-5">
    <ContentPanel
      title="Organization Information"
      intro="At the foot of every page, on receipts, and where the site's mails come from."
      isOpen
    >
      <OrganizationInformation />
    </ContentPanel>
    <ContentPanel title="Hero Section" intro="The first words of the home page.">
      <HeroSection />
    </ContentPanel>
    <ContentPanel title="Care Package Goal" intro="How many packages you want to send each month.">
      <CarePackageGoal />
    </ContentPanel>
    <ContentPanel title="Privacy Policy" intro="What you collect, why, and what people can ask.">
      <LegalPanel text={PRIVACY_POLICY} />
    </ContentPanel>
    <ContentPanel title="Terms" intro="On which terms people use the site, give and volunteer.">
      <LegalPanel text={TERMS} />
    </ContentPanel>
    <ContentPanel title="Financial Reports" intro="What anyone may read about your money." isLazy>
      <Reports />
    </ContentPanel>
    <ContentPanel
      title="About Management"
      intro="The mission on the home page: its words, its picture and its items."
      isLazy
    >
      <AboutSection />
    </ContentPanel>
  </div>
);
