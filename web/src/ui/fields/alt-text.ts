/** The alt text field, which is the same in all forms with a picture. */
export const ALT_TEXT = {
  label: "Alt text",
  description:
    "Describe the picture for people who can't see it. Leave blank if it's only decorative.",
} as const;

export const ALT_TEXT_MAX_LENGTH = 300;
