/** Panel titles in page order, keyed by `?panel=` value, such as `terms` in `/dashboard/content?panel=terms`. */
export const CONTENT_PANEL_TITLES = {
  organization: "Organization Information",
  hero: "Hero Section",
  goal: "Care Package Goal",
  "privacy-policy": "Privacy Policy",
  terms: "Terms",
  "financial-reports": "Financial Reports",
  about: "About Management",
  pictures: "Pictures",
  letters: "Children's Letters",
  team: "Who We Are",
} as const;
export type ContentPanelName = keyof typeof CONTENT_PANEL_TITLES;
