import { fetchWithTimeout } from "../../_shared/clients/outgoing.ts";
import { siteBuildEndpoints } from "../../_shared/contracts/site-builds.ts";
import { implement } from "../../_shared/http/handlers.ts";
import { logWarning } from "../../_shared/http/log.ts";
import { isHtml } from "../../_shared/rules/own-errors.ts";
import { delayBuild, recordBuildCall, finishBuild, claimDueBuild } from "./queries.ts";

/** The longest wait between calls of a failing hook. */
const LONGEST_DELAY_MINUTES = 60;

export default implement(siteBuildEndpoints, {
  callBuildHook: async ({ asCaller, services: { environment } }) => {
    const hookUrl = environment.BUILD_HOOK_URL;
    const dueBuild = hookUrl ? await asCaller(claimDueBuild) : undefined;
    const problem = hookUrl && dueBuild ? await callHook(hookUrl) : undefined;
    await asCaller(async (sql) => {
      if (dueBuild && problem === undefined) await finishBuild(sql, dueBuild);
      if (dueBuild && problem !== undefined) {
        const minutes = Math.min(LONGEST_DELAY_MINUTES, 2 ** (dueBuild.attempts - 1));
        await delayBuild(sql, minutes);
        logWarning(`The build hook ${problem}. Trying again in ${minutes} minutes.`);
      }
      await recordBuildCall(sql);
    });
    if (hookUrl === undefined) return { state: "unconfigured" as const };
    if (dueBuild === undefined) return { state: "unchanged" as const };
    return { state: problem === undefined ? ("called" as const) : ("failed" as const) };
  },
});

/** Returns what went wrong, without the hook's URL, which is a secret. */
async function callHook(hookUrl: string): Promise<string | undefined> {
  try {
    const response = await fetchWithTimeout(hookUrl, { method: "POST" });
    await response.body?.cancel();
    if (isHtml(response)) return `returned a page with status ${response.status}`;
    return response.ok ? undefined : `returned ${response.status}`;
  } catch {
    return "didn't respond";
  }
}
