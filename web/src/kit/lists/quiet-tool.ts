/**
 * The look of a list's rarely used tools: an icon, and in the menu that phones have instead, an icon with its label.
 */
export const QUIET_TOOL_CLASS = "sm:btn-square";
export const QUIET_LABEL_CLASS = "sm:sr-only";
