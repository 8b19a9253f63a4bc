import { ADMIN_AREAS, type AdminArea } from "../contracts/choices.ts";

/** An area's name and description, as shown on the dashboard. */
interface AreaText {
  readonly label: string;
  readonly description: string;
}

export const AREA_TEXTS: Readonly<Record<AdminArea, AreaText>> = {
  giving: {
    label: "Giving",
    description: "Donations, donors, monthly gifts, deposits, receipts, letters and cards.",
  },
  volunteers: {
    label: "Volunteers and events",
    description:
      "Applications, the directory, events, attendance, highlights, locations and deliveries.",
  },
  content: {
    label: "Content",
    description: "The site's text and pictures, the blog, stories and financial reports.",
  },
  settings: {
    label: "Settings and team",
    description:
      "Settings, email templates and the system status. Only owners can manage the team.",
  },
};

/**
 * Returns the labels of these areas as text, such as "Content; Settings and team". They are separated by semicolons,
 * because some labels contain "and".
 */
export const formatAreaLabels = (areas: readonly AdminArea[]): string =>
  ADMIN_AREAS.filter((area) => areas.includes(area))
    .map((area) => AREA_TEXTS[area].label)
    .join("; ");
