import { AppError } from "../../_shared/errors.ts";
import { erasureEndpoints } from "../../_shared/contracts/erasures.ts";
import { implement, requireNoun, type RunTransaction } from "../../_shared/http/handlers.ts";
import { runInBackground } from "../../_shared/http/in-background.ts";
import type { Services } from "../../_shared/http/services.ts";
import {
  findErasure,
  lacksErasureKey,
  listErasures,
  previewErasure,
  recordErasureRun,
  startErasure,
} from "./queries.ts";
import { continueErasures, type StepTools } from "./steps.ts";

const requireErasure = requireNoun("erasure");

const createStepTools = (
  { auth, storage, environment }: Services,
  asService: RunTransaction,
): StepTools => ({
  auth,
  storage,
  asService,
  hasBuildHook: environment.BUILD_HOOK_URL !== undefined,
});

export default implement(erasureEndpoints, {
  previewErasure: async ({ asCaller, asService, services: { environment }, body: { records } }) => {
    const preview = await asCaller((sql) => previewErasure(sql, records));
    const lacksKey = await asService((sql) => lacksErasureKey(sql, environment.ERASURE_KEY));
    const problem =
      environment.ERASURE_KEY === undefined
        ? "erasure_not_configured"
        : lacksKey && "erasure_key_wrong";
    if (problem === false) return preview;
    return { ...preview, obstacles: [new AppError(problem).message, ...preview.obstacles] };
  },

  startErasure: async ({ asCaller, asService, services, body, once }) => {
    const hashKeys = services.environment.ERASURE_KEY;
    if (hashKeys === undefined) throw new AppError("erasure_not_configured");
    const erasure = await asCaller((sql) => once(sql, () => startErasure(sql, body, hashKeys)));
    runInBackground("continue an erasure", async () => {
      await continueErasures(createStepTools(services, asService), erasure.id);
    });
    return erasure;
  },

  listErasures: ({ asCaller }) => asCaller(listErasures),

  continueErasure: async ({ asCaller, asService, services, params: { id } }) => {
    requireErasure(await asCaller((sql) => findErasure(sql, id)));
    await continueErasures(createStepTools(services, asService), id);
    return requireErasure(await asCaller((sql) => findErasure(sql, id)));
  },

  continueErasures: async ({ asCaller, services }) => {
    const result = await continueErasures(createStepTools(services, asCaller));
    await asCaller(recordErasureRun);
    return result;
  },
});
