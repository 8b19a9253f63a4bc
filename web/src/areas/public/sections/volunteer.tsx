import LayoutDashboard from "lucide-react/icons/layout-dashboard";
import { Button } from "../../../ui/button.tsx";
import { lazySection } from "../../../ui/lazy-section.tsx";
import { useOpenLogin } from "../logins.ts";
import { SectionHeading } from "./section-heading.tsx";

const ApplicationForm = lazySection(
  async () => (await import("../volunteer-application/application-form.tsx")).ApplicationForm,
  {
    label: "The application form: loading",
    className: "h-[48rem] sm:h-[36.5rem]",
    withoutScript:
      "This form needs JavaScript. You can also apply by email; our address is at the end of this page.",
  },
);

const STEPS = [
  { title: "Apply", text: "Tell us who you are and when you are free. It takes two minutes." },
  { title: "We answer", text: "Our team reads every application, within 2-3 business days." },
  { title: "Pick a shift", text: "Log in, choose a shift and pack your first boxes." },
] as const;

export const Volunteer = () => {
  const openLogin = useOpenLogin();
  return (
    <section id="volunteer" aria-label="Volunteer" className="band">
      <div className="shell grid gap-x-14 gap-y-10 lg:grid-cols-[1fr_1.25fr]">
        <div>
          <SectionHeading eyebrow="Volunteer" title="Pack the next box with us">
            Every box is packed by hand. No experience is needed, only a few hours.
          </SectionHeading>
          <ol className="grid gap-5">
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
                  <p className="quiet">{text}</p>
                </div>
              </li>
            ))}
          </ol>
          <p className="border-base-300 mt-8 flex flex-wrap items-center gap-x-4 gap-y-2 border-t pt-6">
            <span className="quiet">Already a volunteer?</span>
            <Button look="outline" aria-haspopup="dialog" onClick={() => openLogin("volunteer")}>
              <LayoutDashboard aria-hidden="true" size={18} />
              Access Full Dashboard
            </Button>
          </p>
        </div>
        <div className="card-box self-start rounded-3xl p-5 sm:p-8">
          <ApplicationForm />
        </div>
      </div>
    </section>
  );
};
