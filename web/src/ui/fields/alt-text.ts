/** The alt text field that all forms with a picture share. */
export const ALT_TEXT = {
  label: "Alt text",
  description:
    "Describe the picture for people who can't see it. Leave blank if it's only decorative.",
} as const;

export const ALT_TEXT_MAX_LENGTH = 300;
