import { loadCode } from "../code/load-code.ts";

/** Adds a captcha token if the site uses captchas. The code for captchas is loaded when the first form is sent. */
export const withCaptcha = async <Body extends object>(
  body: Body,
): Promise<Body & { captchaToken?: string }> => {
  const siteKey: unknown = import.meta.env["VITE_CAPTCHA_SITE_KEY"];
  if (typeof siteKey !== "string" || siteKey === "") return body;
  const { solveCaptcha } = await loadCode(() => import("./captcha.ts"));
  const captchaToken = await solveCaptcha(siteKey);
  return captchaToken === undefined ? body : { ...body, captchaToken };
};
