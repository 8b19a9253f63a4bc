import { lazy } from "react";
import { useLocation } from "react-router-dom";
import { paths } from "../../../lib/paths.ts";

const ActivationPage = lazy(() => import("../activation/activation-page.tsx"));
const ForgotPasswordPage = lazy(() => import("./forgot-password-page.tsx"));
const ResetPasswordPage = lazy(() => import("./reset-password-page.tsx"));

/** Pages that few open: what they load is named here and not in the code that every visitor loads. */
const PasswordPages = () => {
  const { pathname } = useLocation();
  if (pathname.startsWith(paths.forgotPassword())) return <ForgotPasswordPage />;
  return pathname.startsWith("/activate") ? <ActivationPage /> : <ResetPasswordPage />;
};

export default PasswordPages;
