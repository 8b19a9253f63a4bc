import { lazy } from "react";
import { useLocation } from "react-router-dom";
import { paths } from "#lib/paths.ts";

const PAGES = [
  [paths.forgotPassword(), lazy(() => import("./password/forgot-password-page.tsx"))],
  [paths.resetPassword(), lazy(() => import("./password/reset-password-page.tsx"))],
  [paths.activate(), lazy(() => import("./activation/activation-page.tsx"))],
  [paths.join(), lazy(() => import("./join/join-page.tsx"))],
  [paths.confirmEmail(), lazy(() => import("./confirm-email/confirm-email-page.tsx"))],
  [paths.stopCards(), lazy(() => import("./stop-emails/stop-cards-page.tsx"))],
  [paths.stopNews(), lazy(() => import("./stop-emails/stop-news-page.tsx"))],
  [paths.postPreview(), lazy(() => import("./news/post-preview-page.tsx"))],
] as const;

/** Groups rarely visited pages, so that the list of their files stays out of the main chunk. */
const RarePage = () => {
  const { pathname } = useLocation();
  const [, Page] = PAGES.find(([path]) => pathname.startsWith(path)) ?? PAGES[0];
  return <Page />;
};

export default RarePage;
