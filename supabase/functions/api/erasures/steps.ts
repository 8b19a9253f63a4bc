import type { RunTransaction } from "../../_shared/http/handlers.ts";
import { logWarning } from "../../_shared/http/log.ts";
import type { Services } from "../../_shared/http/services.ts";
import {
  checkErasedPages,
  finishErasure,
  listOpenErasures,
  type OpenErasure,
  recordErasedFiles,
  recordErasedLogins,
  recordProblem,
} from "./queries.ts";

export interface StepTools extends Pick<Services, "auth" | "storage"> {
  readonly asService: RunTransaction;
  readonly hasBuildHook: boolean;
}

/** Storage deletes at most 1,000 files at once. */
const FILES_PER_CALL = 500;

/*
 * Every step does its work first and records it afterward, and repeating a step changes nothing. So it doesn't matter
 * when the process is interrupted, or whether two processes run at once.
 */

async function deleteFiles({ asService, storage }: StepTools, { id, files }: OpenErasure) {
  for (const bucket of ["images", "uploads"] as const) {
    const bucketFiles = files.filter((file) => file.bucket === bucket);
    for (let start = 0; start < bucketFiles.length; start += FILES_PER_CALL) {
      const batch = bucketFiles.slice(start, start + FILES_PER_CALL);
      await storage.remove(
        bucket,
        batch.map(({ name }) => name),
      );
      await asService((sql) => recordErasedFiles(sql, id, batch));
    }
  }
  if (files.length === 0) await asService((sql) => recordErasedFiles(sql, id, []));
}

async function deleteLogins({ asService, auth }: StepTools, { id, logins }: OpenErasure) {
  for (const login of logins) {
    await auth.deleteUser(login);
    await asService((sql) => recordErasedLogins(sql, id, [login]));
  }
  if (logins.length === 0) await asService((sql) => recordErasedLogins(sql, id, []));
}

const STEPS = [
  ["files", deleteFiles, "The pictures couldn't be deleted, because Storage didn't respond."],
  ["logins", deleteLogins, "The login couldn't be deleted, because Auth didn't respond."],
] as const;

/** Takes the next steps of one erasure. Returns whether it is done. */
async function continueErasure(tools: StepTools, erasure: OpenErasure): Promise<boolean> {
  const { asService, hasBuildHook } = tools;
  const problems: string[] = [];
  for (const [name, run, problem] of STEPS) {
    if (erasure.finishedSteps.includes(name)) continue;
    try {
      await run(tools, erasure);
    } catch {
      logWarning(`Erasure ${erasure.id}: ${problem} We'll try again in a minute.`);
      problems.push(problem);
    }
  }
  await asService((sql) => recordProblem(sql, erasure.id, problems.join(" ") || null));
  if (!erasure.finishedSteps.includes("site")) {
    await asService((sql) => checkErasedPages(sql, erasure.id, hasBuildHook));
  }
  return asService((sql) => finishErasure(sql, erasure.id));
}

/** Takes the next steps of all erasures that aren't done, or only of the one with this id. */
export async function continueErasures(tools: StepTools, onlyId?: string) {
  const openErasures = await tools.asService((sql) => listOpenErasures(sql, onlyId ?? null));
  let doneCount = 0;
  for (const erasure of openErasures) {
    if (await continueErasure(tools, erasure)) doneCount += 1;
  }
  return { continued: openErasures.length, done: doneCount };
}
