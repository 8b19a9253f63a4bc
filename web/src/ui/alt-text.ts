/** How every form that takes a picture asks what it shows. */
export const ALT_TEXT = {
  label: "Alt text",
  description:
    "Describe the picture for people who can't see it. Leave empty if it's only decorative.",
} as const;

export const ALT_TEXT_MAX_LENGTH = 300;
