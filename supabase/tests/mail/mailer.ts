import type { ChildProcess } from "node:child_process";
import { startFunction } from "../function-process.ts";
import { readStackFacts } from "../stack-facts.ts";

export interface Mailer {
  readonly process: ChildProcess;
  /** Runs the job once, as the schedule does. Resolves to undefined if the process exits before it responds. */
  run(): Promise<unknown>;
}

/** Starts the deployed function `send-emails` in its own process on the stack's database. */
export async function startMailer(settings: Record<string, string>): Promise<Mailer> {
  const { child, url } = await startFunction("send-emails", settings);
  const headers = { Authorization: `Bearer ${readStackFacts().secretKey}` };
  const run = () =>
    fetch(`${url}/send-emails`, { method: "POST", headers }).then(
      (response) => response.json(),
      () => undefined,
    );
  return { process: child, run };
}
