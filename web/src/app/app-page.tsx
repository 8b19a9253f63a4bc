import type { ComponentType, ReactNode } from "react";
import { useLocation } from "react-router-dom";
import { lazyComponent } from "../lib/code/lazy-component.ts";
import { paths } from "../lib/paths.ts";

export interface AppPageProps {
  /** Shown when the URL matches no section of the page. */
  readonly notFound: ReactNode;
}

const AdminPage = lazyComponent(() => import("../areas/admin/admin-page.tsx"));

const PAGES: readonly (readonly [path: string, Page: ComponentType<AppPageProps>])[] = [
  [
    paths.forgotPassword(),
    lazyComponent(() => import("../areas/public/password/forgot-password-page.tsx")),
  ],
  [
    paths.resetPassword(),
    lazyComponent(() => import("../areas/public/password/reset-password-page.tsx")),
  ],
  [paths.activate(), lazyComponent(() => import("../areas/public/activation/activation-page.tsx"))],
  [paths.join(), lazyComponent(() => import("../areas/public/join/join-page.tsx"))],
  [
    paths.confirmEmail(),
    lazyComponent(() => import("../areas/public/confirm-email/confirm-email-page.tsx")),
  ],
  [
    paths.stopCards(),
    lazyComponent(() => import("../areas/public/stop-emails/stop-cards-page.tsx")),
  ],
  [paths.stopNews(), lazyComponent(() => import("../areas/public/stop-emails/stop-news-page.tsx"))],
  [paths.postPreview(), lazyComponent(() => import("../areas/public/news/post-preview-page.tsx"))],
  [
    paths.volunteerDashboard(),
    lazyComponent(() => import("../areas/volunteer/dashboard-page.tsx")),
  ],
];

/**
 * Groups the pages that are never prerendered, so that the list of their files stays out of the main chunk. Both paths
 * of the dashboard render the same page.
 */
export const AppPage = (props: AppPageProps) => {
  const { pathname } = useLocation();
  const [, Page = AdminPage] = PAGES.find(([path]) => pathname.startsWith(path)) ?? [];
  return <Page {...props} />;
};
