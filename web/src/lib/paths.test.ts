import { expect, test } from "vitest";
import { paths } from "./paths.ts";

test("builds the path of every page", () => {
  expect(paths.home()).toBe("/");
  expect(paths.home("impact")).toBe("/#impact");
  expect(paths.donate()).toBe("/donate");
  expect(paths.donate({ amount: 100, frequency: "monthly" })).toBe(
    "/donate?amount=100&frequency=monthly",
  );
  expect(paths.volunteerDashboard()).toBe("/volunteer-dashboard");
  expect(paths.dashboard()).toBe("/dashboard");
  expect(paths.admin("donations")).toBe("/admin/donations");
  expect(paths.dashboard("locations", "deliveries")).toBe("/dashboard/locations/deliveries");
  expect(paths.privacyPolicy()).toBe("/privacy-policy");
  expect(paths.termsOfService()).toBe("/terms-of-service");
  expect(paths.financialReports()).toBe("/financial-reports");
  expect(paths.whoWeAre()).toBe("/who-we-are");
  expect(paths.news()).toBe("/news");
  expect(paths.news(2)).toBe("/news/page/2");
});
