import HandCoins from "lucide-react/icons/hand-coins";
import LayoutDashboard from "lucide-react/icons/layout-dashboard";
import { lazy, type ComponentType, type LazyExoticComponent } from "react";

/** The ten sections of A§2 in their order. */
export const SECTION_NAMES = [
  "overview",
  "donations",
  "content",
  "blogs",
  "events",
  "locations",
  "testimonials",
  "volunteers",
  "highlights",
  "settings",
] as const;
export type SectionName = (typeof SECTION_NAMES)[number];

export interface AdminSection {
  readonly label: string;
  readonly icon: ComponentType<{ readonly size?: number; readonly "aria-hidden"?: "true" }>;
  readonly Component: LazyExoticComponent<ComponentType>;
}

/** A section is in the navigation from the moment it is registered here. */
export const ADMIN_SECTIONS: Partial<Record<SectionName, AdminSection>> = {
  overview: {
    label: "Overview",
    icon: LayoutDashboard,
    Component: lazy(async () => ({
      default: (await import("./sections/overview/overview.tsx")).Overview,
    })),
  },
  donations: {
    label: "Donations",
    icon: HandCoins,
    Component: lazy(async () => ({
      default: (await import("./sections/donations/donations.tsx")).Donations,
    })),
  },
};

export const registeredSections = () =>
  SECTION_NAMES.flatMap((name) => {
    const section = ADMIN_SECTIONS[name];
    return section ? [{ name, ...section }] : [];
  });

/** Which section an address means; `reports` exists and leads to the overview (A§2), as does anything unknown. */
export const sectionNamed = (wanted: string | null): SectionName =>
  registeredSections().find(({ name }) => name === wanted)?.name ?? "overview";
