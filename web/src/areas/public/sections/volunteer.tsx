import { paths } from "#lib/paths.ts";
import { useIsVolunteer } from "#lib/session/use-is-volunteer.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { LazyVolunteerFormDialog } from "../dialogs/dialogs.ts";
import { useOpenLogin } from "../logins.ts";
import { FormOpener } from "./form-opener.tsx";
import type { HomeQuery } from "./home-content.tsx";
import { HomeSectionHeading } from "./section-heading.tsx";
import { SectionPicture } from "./section-picture.tsx";

const STEPS = [
  { title: "Apply", text: "It takes two minutes." },
  { title: "We get back to you", text: "In 2-3 business days." },
  { title: "Pick a shift", text: "And pack your first boxes." },
] as const;

const Steps = () => (
  <ol className="grid gap-3.5 md:gap-5 lg:grid-cols-3">
    {STEPS.map(({ title, text }, index) => (
      <li key={title} className="flex gap-4">
        <span
          aria-hidden="true"
          className="bg-primary text-primary-content font-display grid size-10 shrink-0 place-items-center rounded-full text-lg font-semibold"
        >
          {index + 1}
        </span>
        <div>
          <h3 className="font-semibold">{title}</h3>
          <p className="quiet max-md:text-sm">{text}</p>
        </div>
      </li>
    ))}
  </ol>
);

export const VolunteerSection = ({ home }: { readonly home: HomeQuery }) => {
  const openLogin = useOpenLogin();
  const isVolunteer = useIsVolunteer();
  return (
    <section
      id="volunteer"
      aria-label="Volunteer"
      className="band later [--tall:38rem] md:[--tall:27rem]"
    >
      <div className="shell lg:flex lg:items-center lg:gap-16">
        <SectionPicture section={home.data?.sections.volunteer} />
        <div className="lg:flex-1">
          <HomeSectionHeading eyebrow="Volunteer" title="Pack the next box with us">
            Every box is packed by hand. You don't need experience, just a few hours.
          </HomeSectionHeading>
          <Steps />
          <div className="mt-5 flex flex-wrap items-center gap-x-5 max-md:-mb-3 md:mt-8">
            <FormOpener
              label="Apply to volunteer"
              dialog={LazyVolunteerFormDialog}
              emailAction="apply"
            />
            <p className="needs-script flex items-center">
              <span className="quiet max-md:sr-only">Already a volunteer?</span>
              {isVolunteer ? (
                <LinkButton
                  variant="ghost"
                  className="max-md:px-0 max-md:text-sm"
                  to={paths.volunteerDashboard()}
                >
                  Access Full Dashboard
                </LinkButton>
              ) : (
                <Button
                  variant="ghost"
                  className="max-md:px-0 max-md:text-sm"
                  aria-haspopup="dialog"
                  onClick={() => openLogin("volunteer")}
                >
                  Access Full Dashboard
                </Button>
              )}
            </p>
          </div>
        </div>
      </div>
    </section>
  );
};
