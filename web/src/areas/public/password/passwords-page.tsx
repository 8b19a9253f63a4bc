import { lazy } from "react";
import { useLocation } from "react-router-dom";
import { paths } from "#lib/paths.ts";

const ActivationPage = lazy(() => import("../activation/activation-page.tsx"));
const ForgotPasswordPage = lazy(() => import("./forgot-password-page.tsx"));
const ResetPasswordPage = lazy(() => import("./reset-password-page.tsx"));

/** Groups rarely visited pages, so that the list of their files stays out of the main chunk. */
const PasswordPages = () => {
  const { pathname } = useLocation();
  if (pathname.startsWith(paths.forgotPassword())) return <ForgotPasswordPage />;
  return pathname.startsWith(paths.activate()) ? <ActivationPage /> : <ResetPasswordPage />;
};

export default PasswordPages;
