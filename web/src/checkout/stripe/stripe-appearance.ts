import type { Appearance } from "@stripe/stripe-js";
import { useSyncExternalStore } from "react";

const DARK_QUERY = "(prefers-color-scheme: dark)";

const subscribeToColorScheme = (listener: () => void) => {
  const mediaQuery = matchMedia(DARK_QUERY);
  mediaQuery.addEventListener("change", listener);
  return () => mediaQuery.removeEventListener("change", listener);
};

/** Stripe's fields are in an iframe, so our colors must be passed to them. */
export const useStripeAppearance = (): Appearance => {
  const isDark = useSyncExternalStore(subscribeToColorScheme, () => matchMedia(DARK_QUERY).matches);
  const style = getComputedStyle(document.documentElement);
  const readCssVariable = (name: string) => style.getPropertyValue(name).trim() || undefined;
  return {
    theme: isDark ? "night" : "stripe",
    disableAnimations: matchMedia("(prefers-reduced-motion: reduce)").matches,
    variables: {
      colorPrimary: readCssVariable("--color-primary"),
      colorBackground: readCssVariable("--color-base-100"),
      colorText: readCssVariable("--color-base-content"),
      colorDanger: readCssVariable("--color-error"),
      fontFamily: readCssVariable("--font-sans"),
      // iOS zooms in on focused fields with text smaller than 16 px.
      fontSizeBase: "16px",
      borderRadius: "10px",
      spacingUnit: "4px",
    },
  };
};
