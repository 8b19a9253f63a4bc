import { Link } from "react-router-dom";
import type { z } from "zod";
import { heroSectionInput } from "#contracts/hero-section.ts";
import { heroSectionRecord } from "#data/hero-section/mutations.ts";
import { siteImage } from "#data/uploads/mutations.ts";
import { FormArea } from "#kit/forms/form-fields.tsx";
import { FormUpload } from "#kit/forms/form-upload.tsx";
import { paths } from "#lib/paths.ts";
import { useHasArea } from "#admin/own-areas.ts";
import { lazySection } from "#ui/lazy-section.tsx";
import { CarePackageGoal } from "./care-package-goal.tsx";
import { ContentForm } from "./content-form.tsx";
import { ContentPanel } from "./content-panel.tsx";
import { HERO_HINT } from "./pictures/places.ts";
import { OrganizationInformation } from "./organization-information.tsx";
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

type HeroInput = z.input<typeof heroSectionInput>;

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

export const Content = () => (
  <div className="grid max-w-3xl gap-5">
    <ContentPanel
      name="organization"
      intro="Appears at the bottom of every page and on receipts, and as the sender of the site's emails."
      isInitiallyOpen
    >
      <OrganizationInformation />
      {useHasArea("settings") && (
        <p className="quiet mt-4 text-sm">
          Time zone, social links and more are in Settings, under{" "}
          <Link className="link" to={paths.dashboard("settings", "organization")}>
            Organization
          </Link>
          .
        </p>
      )}
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
