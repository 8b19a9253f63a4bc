/** Every address of the site. Screens build links with these, never with strings of their own. */
export const HOME_ANCHORS = ["home", "about", "programs", "volunteer", "impact"] as const;
export type HomeAnchor = (typeof HOME_ANCHORS)[number];

export interface GiftLink {
  readonly amount?: number;
  readonly frequency?: string;
}

const withSearch = (
  path: string,
  search: Readonly<Record<string, string | number | undefined>>,
) => {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined) params.set(name, String(value));
  }
  return params.size > 0 ? `${path}?${params}` : path;
};

export const paths = {
  home: (anchor?: HomeAnchor) => (anchor ? `/#${anchor}` : "/"),
  donate: (gift: GiftLink = {}) => withSearch("/donate", { ...gift }),
  volunteerDashboard: () => "/volunteer-dashboard",
  dashboard: (section?: string) => withSearch("/dashboard", { section }),
  admin: (section?: string) => withSearch("/admin", { section }),
  privacyPolicy: () => "/privacy-policy",
  termsOfService: () => "/terms-of-service",
  financialReports: () => "/financial-reports",
} as const;
