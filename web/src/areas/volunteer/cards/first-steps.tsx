const STEPS = [
  {
    title: "Choose a first shift",
    text: "Press Join Shift at one that suits you. You can cancel until it begins, and we remind you the day before.",
  },
  {
    title: "Bring comfortable shoes",
    text: "Nothing else: boxes, lists and somebody who shows you how are there. Tap the address for a map.",
  },
  {
    title: "Watch your hours add up",
    text: "They stand here after the shift, with a certificate to print for school or work.",
  },
  {
    title: "Tell about it",
    text: "Share a highlight with a picture. And if you can, a gift fills the boxes you pack.",
  },
] as const;

/** For somebody whose page holds nothing yet. */
export const FirstSteps = () => (
  <section className="card-box p-5 sm:p-6" aria-labelledby="first-steps">
    <h2 id="first-steps" className="font-display text-title font-semibold">
      Good to have you. What comes next
    </h2>
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
