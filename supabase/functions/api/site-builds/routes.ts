import { fetchInTime } from "../../_shared/clients/outgoing.ts";
import { siteBuildEndpoints } from "../../_shared/contracts/site-builds.ts";
import { implement } from "../../_shared/http/handlers.ts";
import { logWarning } from "../../_shared/http/log.ts";
import { delayBuild, recordBuildCall, finishBuild, takeDueBuild } from "./queries.ts";

/** Longest wait between calls of a failing hook. */
const LONGEST_DELAY_MINUTES = 60;

export default implement(siteBuildEndpoints, {
  callBuildHook: async ({ asCaller, services: { environment } }) => {
    const hook = environment.BUILD_HOOK_URL;
    const dueBuild = hook ? await asCaller(takeDueBuild) : undefined;
    const problem = hook && dueBuild ? await callHook(hook) : undefined;
    await asCaller(async (sql) => {
      if (dueBuild && problem === undefined) await finishBuild(sql, dueBuild);
      if (dueBuild && problem !== undefined) {
        const minutes = Math.min(LONGEST_DELAY_MINUTES, 2 ** (dueBuild.attempts - 1));
        await delayBuild(sql, minutes);
        logWarning(`The build hook ${problem}. Trying again in ${minutes} minutes.`);
      }
      await recordBuildCall(sql);
    });
    if (hook === undefined) return { state: "unconfigured" as const };
    if (dueBuild === undefined) return { state: "unchanged" as const };
    return { state: problem === undefined ? ("called" as const) : ("failed" as const) };
  },
});

/** Calls the hook and returns the error, without its URL, which is a secret. */
async function callHook(hook: string): Promise<string | undefined> {
  try {
    const answer = await fetchInTime(hook, { method: "POST" });
    await answer.body?.cancel();
    return answer.ok ? undefined : `returned ${answer.status}`;
  } catch {
    return "didn't respond";
  }
}
