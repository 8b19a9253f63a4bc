import { lazy } from "react";
import { useLocation } from "react-router-dom";
import { paths } from "../../../lib/paths.ts";

const ForgotPasswordPage = lazy(() => import("./forgot-password-page.tsx"));
const ResetPasswordPage = lazy(() => import("./reset-password-page.tsx"));

/** Two pages that few open: what they load is named here and not in the code that every visitor loads. */
const PasswordPages = () =>
  useLocation().pathname.startsWith(paths.forgotPassword()) ? (
    <ForgotPasswordPage />
  ) : (
    <ResetPasswordPage />
  );

export default PasswordPages;
