import { SectionHeading } from "#ui/section-heading.tsx";

const STEPS = [
  {
    title: "Choose your first shift",
    text: "Find one that works for you and choose Join Shift. You can cancel anytime before it starts, and we'll remind you the day before.",
  },
  {
    title: "Wear closed-toe shoes",
    text: "Each shift says what else to bring. We'll have the boxes, the packing lists and someone to show you how. Tap the address for a map.",
  },
  {
    title: "Watch your hours add up",
    text: "They appear here after each shift, with a certificate you can print for school or work.",
  },
  {
    title: "Tell us about it",
    text: "Share a highlight with a picture. Others may join you because of it.",
  },
] as const;

/** Shown to volunteers who haven't chosen a shift yet. */
export const FirstSteps = () => (
  <section className="card-box p-5 sm:p-6" aria-labelledby="first-steps">
    <SectionHeading id="first-steps">We're glad to have you. Here's what comes next</SectionHeading>
    <ol className="mt-4 grid gap-5 sm:grid-cols-2">
      {STEPS.map(({ title, text }, index) => (
        <li key={title} className="flex gap-3">
          <span
            aria-hidden="true"
            className="bg-primary text-primary-content flex size-8 shrink-0 items-center justify-center rounded-full font-semibold"
          >
            {index + 1}
          </span>
          <div>
            <p className="font-semibold">{title}</p>
            <p className="quiet mt-0.5 text-sm">{text}</p>
          </div>
        </li>
      ))}
    </ol>
  </section>
);
