/** How every form that takes a picture asks what it shows. */
export const ALT_TEXT = {
  label: "What the picture shows",
  description: "For people who cannot see it. Leave it empty if the picture only decorates.",
} as const;

export const ALT_TEXT_MAX_LENGTH = 300;
