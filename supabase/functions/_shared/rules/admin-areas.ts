import {
  ADMIN_AREAS,
  type AdminArea,
  type OwnAreas,
  type RequiredArea,
} from "../contracts/choices.ts";

export const OWNER_AREAS: OwnAreas = ["owner", ...ADMIN_AREAS];

/** What an area is called, and what it holds. */
interface AreaText {
  readonly label: string;
  readonly holds: string;
}

export const AREA_TEXTS: Readonly<Record<AdminArea, AreaText>> = {
  giving: { label: "Giving", holds: "Donations, donors, deposits, receipts and cards." },
  volunteers: {
    label: "Volunteers and events",
    holds: "Applications, the directory, events, attendance, highlights, locations and deliveries.",
  },
  content: {
    label: "Content",
    holds: "The site's texts and pictures, the blog, stories and financial reports.",
  },
  settings: {
    label: "Settings and team",
    holds: "Settings, email templates and the system status. Only owners manage the team.",
  },
};

const listFormat = new Intl.ListFormat("en-US", { type: "conjunction" });

/** Returns the labels of these areas as text, such as "Giving and Content". */
export const labelsOfAreas = (areas: readonly AdminArea[]): string =>
  listFormat.format(
    ADMIN_AREAS.filter((area) => areas.includes(area)).map((area) => AREA_TEXTS[area].label),
  );

/** Whether an administrator has what an endpoint or a page of the dashboard requires. */
export function hasArea(areas: OwnAreas, required: RequiredArea): boolean {
  if (required === "any") return true;
  return [required].flat().some((area) => areas.includes(area));
}
