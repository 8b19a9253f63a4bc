import { lazySection } from "../../../../ui/lazy-section.tsx";

/** Its library is loaded when the chart comes near the screen. */
export const TrendChart = lazySection(async () => (await import("./trend-chart.tsx")).TrendChart, {
  label: "Loading the chart",
  className: "h-72",
});
