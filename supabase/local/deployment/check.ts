import { getErrorMessage, Problem } from "../machine/problem.ts";
import type { DeploymentClient } from "./deployment.ts";

export interface Check {
  readonly name: string;
  /** Returns an optional note, or throws an error that says what is wrong and how to fix it. */
  readonly run: (deployment: DeploymentClient) => Promise<string | void>;
}

/** Thrown by a check that can't run, for a reason that isn't a fault or that another check reports. */
export class SkippedCheck extends Error {
  override name = "SkippedCheck";
}

export interface CheckResult {
  readonly name: string;
  readonly state: "ok" | "failed" | "skipped";
  readonly detail: string | undefined;
}

export async function runCheck(
  deployment: DeploymentClient,
  { name, run }: Check,
): Promise<CheckResult> {
  try {
    return { name, state: "ok", detail: (await run(deployment)) ?? undefined };
  } catch (error) {
    const state = error instanceof SkippedCheck ? "skipped" : "failed";
    return { name, state, detail: getErrorMessage(error) };
  }
}

export function requireThat(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Problem(message);
}

export const RULES_ADVICE =
  "The CDN isn't following _redirects; deploy it with web/edge (see docs/operate/go-live.md, step 6).";

/** Returns a file's type, such as `text/html`. */
export const readType = (headers: Headers): string =>
  (headers.get("Content-Type") ?? "").split(";")[0]!.trim();

export const AUTH_ADVICE = "Run `npm run deploy:auth -- <the site's URL>`.";

export const SECRET_ADVICE =
  "Put it into functions.env, and run `npm run deploy:secrets -- functions.env`.";
