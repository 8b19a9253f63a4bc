import type { z } from "zod";
import { carePackageGoalInput } from "#contracts/care-package-goals.ts";
import { contactInfoInput } from "#contracts/contact-info.ts";
import { heroSectionInput } from "#contracts/hero-section.ts";
import { estimateFamilies } from "#rules/care-packages.ts";
import { carePackageGoal } from "#data/care-package-goals/mutations.ts";
import { contactInfoRecord } from "#data/contact-info/mutations.ts";
import { heroSectionRecord } from "#data/hero-section/mutations.ts";
import { siteImage } from "#data/uploads/mutations.ts";
import { FormArea, FormText } from "#kit/forms/form-fields.tsx";
import { FormUpload } from "#kit/forms/form-upload.tsx";
import { FormNote } from "#kit/forms/form-note.tsx";
import { FormNumber } from "#kit/forms/form-number.tsx";
import { number } from "#lib/format.ts";
import { lazySection } from "#ui/lazy-section.tsx";
import { ContentForm } from "./content-form.tsx";
import { ContentPanel } from "./content-panel.tsx";
import { HERO_HINT } from "./pictures/places.ts";
import { PRIVACY_POLICY, TERMS } from "./legal-texts.ts";
import ExternalLink from "lucide-react/icons/external-link";
import { useOpenedRecord } from "#kit/lists/use-opened-record.ts";
import { Button } from "#ui/button.tsx";
import { lazyDialog } from "#ui/dialogs/lazy-dialog.tsx";
import type { LegalDocument } from "./legal-texts.ts";

const LegalEditor = lazyDialog(async () => (await import("./legal-editor.tsx")).LegalEditor);

const LegalPanel = ({ legalDocument }: { readonly legalDocument: LegalDocument }) => {
  const { id, open, close } = useOpenedRecord("edit", { panel: legalDocument.panelName });
  return (
    <div className="flex flex-wrap gap-3">
      <Button aria-haspopup="dialog" onClick={() => open(legalDocument.contentKey)}>
        Edit {legalDocument.title}
      </Button>
      <a href={legalDocument.path} target="_blank" rel="noopener" className="btn btn-outline">
        <ExternalLink aria-hidden="true" size={16} />
        View {legalDocument.title}
      </a>
      <LegalEditor
        open={id === legalDocument.contentKey}
        legalDocument={legalDocument}
        onClose={close}
      />
    </div>
  );
};

const Reports = lazySection(async () => (await import("./reports/reports.tsx")).Reports, {
  label: "Loading the financial reports",
  className: "h-80",
});

const AboutSection = lazySection(async () => (await import("./about-section.tsx")).AboutSection, {
  label: "Loading the about section",
  className: "h-80",
});

const Pictures = lazySection(async () => (await import("./pictures/pictures.tsx")).Pictures, {
  label: "Loading the pictures",
  className: "h-80",
});

const LettersPanel = lazySection(async () => (await import("./letters/letters.tsx")).LettersPanel, {
  label: "Loading the children's letters",
  className: "h-80",
});

const TeamPanel = lazySection(async () => (await import("./team/team.tsx")).TeamPanel, {
  label: "Loading the team",
  className: "h-80",
});

const INVALID_GOAL_NOTICE = {
  title: "Invalid Goal",
  description: "Please enter a valid goal number (minimum 1).",
};

type ContactInput = z.input<typeof contactInfoInput>;
type HeroInput = z.input<typeof heroSectionInput>;
type GoalInput = z.input<typeof carePackageGoalInput>;

const OrganizationInformation = () => (
  <ContentForm
    noun="contact information"
    record={contactInfoRecord}
    schema={contactInfoInput}
    emptyValues={{ organizationName: "", taxId: "", address: "", phone: "", email: "" }}
    failure={{
      title: "Update Error",
      fallback: "Failed to update contact information. Please try again.",
    }}
  >
    <FormText<ContactInput> name="organizationName" label="Organization name" />
    <FormText<ContactInput> name="taxId" label="Tax ID (EIN)" placeholder="12-3456789" />
    <FormArea<ContactInput> name="address" label="Address" className="sm:col-span-2" />
    <FormText<ContactInput> name="phone" type="tel" label="Phone" />
    <FormText<ContactInput> name="email" type="email" label="Email" />
  </ContentForm>
);

const HeroSection = () => (
  <ContentForm
    noun="hero section"
    record={heroSectionRecord}
    schema={heroSectionInput}
    emptyValues={{ headline: "", coreMessage: "", imageUrl: null, imageAlt: null }}
    failure={{
      title: "Update Error",
      fallback: "Failed to update hero section. Please try again.",
    }}
  >
    <FormArea<HeroInput> name="headline" label="Headline" rows={2} className="sm:col-span-2" />
    <FormArea<HeroInput>
      name="coreMessage"
      label="Core message"
      rows={4}
      className="sm:col-span-2"
    />
    <FormUpload<HeroInput> name="imageUrl" label="Picture" kind={siteImage} hint={HERO_HINT} />
  </ContentForm>
);

const CarePackageGoal = () => (
  <ContentForm
    noun="care package goal"
    record={carePackageGoal}
    schema={carePackageGoalInput}
    missingFieldsText={INVALID_GOAL_NOTICE}
    noticeFor={() => INVALID_GOAL_NOTICE}
    failure={{
      title: "Update Failed",
      fallback: "Failed to update care package goal. Please try again.",
    }}
  >
    <FormNumber<GoalInput> name="monthlyGoal" label="Packages per month" />
    <FormNote<GoalInput>>
      {({ monthlyGoal }) =>
        typeof monthlyGoal === "number" && monthlyGoal >= 1
          ? `Preview: ${number(monthlyGoal)} packages help ${number(estimateFamilies(monthlyGoal))} families.`
          : null
      }
    </FormNote>
  </ContentForm>
);

export const Content = () => (
  <div className="grid max-w-3xl gap-5">
    <ContentPanel
      name="organization"
      intro="Appears at the bottom of every page and on receipts, and as the sender of the site's emails."
      isInitiallyOpen
    >
      <OrganizationInformation />
    </ContentPanel>
    <ContentPanel
      name="hero"
      intro="The headline, message and picture at the top of the home page."
    >
      <HeroSection />
    </ContentPanel>
    <ContentPanel name="goal" intro="How many packages you want to send each month.">
      <CarePackageGoal />
    </ContentPanel>
    <ContentPanel
      name="privacy-policy"
      intro="What information you collect, why, and what choices people have."
    >
      <LegalPanel legalDocument={PRIVACY_POLICY} />
    </ContentPanel>
    <ContentPanel name="terms" intro="The rules for using the site, giving and volunteering.">
      <LegalPanel legalDocument={TERMS} />
    </ContentPanel>
    <ContentPanel
      name="financial-reports"
      intro="Reports on your finances that anyone can read."
      isLazy
    >
      <Reports />
    </ContentPanel>
    <ContentPanel
      name="about"
      intro="The mission on the home page: its text, picture and items."
      isLazy
    >
      <AboutSection />
    </ContentPanel>
    <ContentPanel
      name="pictures"
      intro="Which pictures appear on the site, and which are missing."
      isLazy
    >
      <Pictures />
    </ContentPanel>
    <ContentPanel
      name="letters"
      intro="Letters from children to the people who receive our boxes. The first four appear on the home page."
      isLazy
    >
      <LettersPanel />
    </ContentPanel>
    <ContentPanel name="team" intro="Your team and board members, listed on their own page." isLazy>
      <TeamPanel />
    </ContentPanel>
  </div>
);
