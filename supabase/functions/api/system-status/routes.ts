import { systemStatusEndpoints } from "../../_shared/contracts/system-status.ts";
import { implement } from "../../_shared/http/handlers.ts";
import type { Services } from "../../_shared/http/services.ts";
import { getJobState } from "../../_shared/rules/job-state.ts";
import { checkHealth } from "../health/check-health.ts";
import { probeServices } from "./probes.ts";
import { listJobRuns, readMailFigures, readMailPause, readUnusualTraffic } from "./queries.ts";

export default implement(systemStatusEndpoints, {
  readAiStatus: ({ services }) => Promise.resolve({ state: getAiState(services) }),
  readSystemStatus: async ({ asAdminReader, asCaller, asService, services }) => {
    const [{ mail, ...probed }, { problems }] = await Promise.all([
      probeServices(services, asCaller),
      checkHealth(services, asService),
    ]);
    const figures = await asAdminReader(async (sql) => ({
      mail: await readMailFigures(sql),
      jobs: await listJobRuns(sql),
    }));
    const pause = (await asService(readMailPause)) ?? null;
    const now = Date.now();
    return {
      checkedAt: new Date(now).toISOString(),
      ...probed,
      mail: {
        ...mail,
        ...figures.mail,
        senderRanAt: figures.jobs.find(({ name }) => name === "send-emails")?.ranAt ?? null,
        pause,
      },
      ai: { state: getAiState(services) },
      unusualTraffic: await asService(readUnusualTraffic),
      jobs: figures.jobs.map(({ name, schedule, ranAt }) => ({
        name,
        ranAt,
        state: getJobState(schedule, ranAt, now),
      })),
      problems,
    };
  },
});

const getAiState = ({ environment }: Services) =>
  environment.OPENAI_API_KEY === undefined ? ("unused" as const) : ("configured" as const);
