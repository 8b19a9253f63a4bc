import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

/** Tests of the running stack share one database, so their files run one after the other. */
const stackProject = (name: string, include: string) => ({
  test: {
    name,
    include: [include],
    environment: "node",
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // On a busy machine a page takes its time; what never comes still fails.
    expect: { poll: { timeout: 10_000 } },
  },
});

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: [
            "supabase/{functions,local}/**/*.test.ts",
            "web/{src,prerender,edge}/**/*.test.ts",
          ],
          environment: "node",
        },
      },
      {
        plugins: [react()],
        test: {
          name: "components",
          include: ["web/src/**/*.test.tsx"],
          environment: "jsdom",
          setupFiles: ["web/src/testing/setup.ts"],
          // On a busy machine code and long typing take their time; no test waits for a clock.
          testTimeout: 20_000,
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
      stackProject("database", "supabase/tests/database/**/*.test.ts"),
      stackProject("contract", "supabase/tests/contract/**/*.test.ts"),
      stackProject("browser", "web/e2e/**/*.test.ts"),
    ],
  },
});
