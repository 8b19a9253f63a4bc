import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

// Far west of the organization: what shows a date in the machine's zone instead of hers is a day off.
process.env["TZ"] = "Pacific/Honolulu";

/** Two cores are all we count on. Groups of projects run one after the other, the files of a group beside each other. */
const BESIDE_EACH_OTHER = 2;

const stackProject = (name: string, include: string, order: number, filesAtOnce = 1) => ({
  test: {
    name,
    include: [include],
    environment: "node",
    isolate: false,
    maxWorkers: filesAtOnce,
    sequence: { groupOrder: order },
    // On a busy machine a page takes its time; what never comes still fails.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
  },
});

export default defineConfig({
  test: {
    maxWorkers: BESIDE_EACH_OTHER,
    projects: [
      {
        test: {
          name: "unit",
          include: [
            "supabase/{functions,local,tests/stripe}/**/*.test.ts",
            "web/{src,prerender,edge,scenes,type}/**/*.test.ts",
          ],
          environment: "node",
          // Pure functions for the most part: a process for each file would cost twice what its tests do.
          isolate: false,
          unstubGlobals: true,
          unstubEnvs: true,
          testTimeout: 20_000,
        },
      },
      {
        plugins: [react()],
        test: {
          name: "components",
          include: ["web/src/**/*.test.tsx"],
          environment: "jsdom",
          // One document for many files, as for many tests of one file: the setup clears it after each.
          isolate: false,
          setupFiles: ["web/src/testing/setup.ts"],
          // On a busy machine code and long typing take their time; no test waits for a clock.
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: "repository",
          include: ["supabase/tests/repository/*.test.ts"],
          environment: "node",
          testTimeout: 60_000,
        },
      },
      // These compare whole tables or count requests, so nobody else may be there meanwhile.
      stackProject("database", "supabase/tests/database/**/*.test.ts", 1),
      stackProject("contract", "supabase/tests/contract/**/*.test.ts", 2),
      // Visitors come at the same time, as they do to the site; a test looks for rows and sessions of its own.
      stackProject("browser", "web/e2e/*.test.ts", 3, BESIDE_EACH_OTHER),
      // What changes what every visitor sees.
      stackProject("browser-alone", "web/e2e/alone/*.test.ts", 4),
      // These start and kill stacks of their own.
      stackProject("outages", "supabase/tests/outages/**/*.test.ts", 5),
    ],
  },
});
