import path from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { NIGHTLY } from "./supabase/tests/results.ts";

// This time zone is far west of the organization, so any date shown in the machine's time zone is off by a day.
process.env["TZ"] = "Pacific/Honolulu";

/** Assumes a machine with two cores. Groups of projects run one after another; files within a group run in parallel. */
const WORKER_COUNT = 2;

const createStackProject = (name: string, include: string, order: number, workerCount = 1) => ({
  test: {
    name,
    include: [include],
    environment: "node",
    isolate: false,
    maxWorkers: workerCount,
    sequence: { groupOrder: order },
    // The timeouts are generous, because pages can be slow on a busy machine. Waiting for something that never appears
    // still fails.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
  },
});

export default defineConfig({
  test: {
    maxWorkers: WORKER_COUNT,
    tags: [
      { name: NIGHTLY, description: "Runs with `npm run test:all`, but not with `npm test`." },
    ],
    projects: [
      {
        test: {
          name: "unit",
          include: [
            "supabase/{functions,local,release,tests/stripe}/**/*.test.ts",
            "web/{src,prerender,edge,scenes}/**/*.test.ts",
          ],
          environment: "node",
          // These tests mostly call pure functions, so starting a process for each file would take twice as long as the
          // tests themselves.
          isolate: false,
          unstubGlobals: true,
          unstubEnvs: true,
          testTimeout: 20_000,
        },
      },
      {
        plugins: [react()],
        resolve: {
          alias: [
            {
              find: /^lucide-react\/icons\/.+$/,
              replacement: path.resolve("web/src/testing/icon.tsx"),
            },
          ],
        },
        test: {
          name: "components",
          include: ["web/src/**/*.test.tsx"],
          environment: "jsdom",
          // Files share one document, as the tests within a file do; the setup clears it after each test.
          isolate: false,
          setupFiles: ["web/src/testing/setup.ts"],
          // Loading code and typing long text can be slow on a busy machine. No test waits for real time to pass.
          testTimeout: 180_000,
        },
      },
      {
        test: {
          name: "repository",
          include: ["supabase/tests/repository/*.test.ts"],
          environment: "node",
          // These tests only read files, so they can share the modules that they check.
          isolate: false,
          testTimeout: 60_000,
        },
      },
      // These tests compare complete tables or count requests, so nothing else may run at the same time.
      createStackProject("database", "supabase/tests/database/**/*.test.ts", 1),
      createStackProject("contract", "supabase/tests/contract/**/*.test.ts", 2),
      // These tests run in parallel, like real visitors. Each test checks only its own rows and sessions.
      createStackProject("browser", "web/e2e/*.test.ts", 3, WORKER_COUNT),
      // These tests change what every visitor sees.
      createStackProject("browser-serial", "web/e2e/serial/*.test.ts", 4),
      // These tests start and kill their own stacks.
      createStackProject("outages", "supabase/tests/outages/**/*.test.ts", 5),
    ],
  },
});
