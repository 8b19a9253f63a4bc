import type { ChildProcess } from "node:child_process";
import { functionEnvironment } from "../../local/functions/environment.ts";
import { startFunction } from "../function-process.ts";
import { readStackFacts } from "../stack-facts.ts";

export interface Mailer {
  readonly process: ChildProcess;
  /** Runs the job once, as the schedule does. Resolves to undefined if the process exits meanwhile. */
  run(): Promise<unknown>;
}

/** Starts the deployed function `send-emails` in its own process on the stack's database. */
export async function startMailer(settings: Record<string, string>): Promise<Mailer> {
  const facts = readStackFacts();
  const keys = { ...facts, hashSecret: "h".repeat(32), databasePassword: "" };
  const stack = { ...facts, dataDir: "", keys };
  const environment = functionEnvironment(stack, {}, { MAIL_FOLDER: "", ...settings });
  const { child, url } = await startFunction("send-emails", environment);
  const headers = { Authorization: `Bearer ${facts.secretKey}` };
  const run = () =>
    fetch(`${url}/send-emails`, { method: "POST", headers }).then(
      (answer) => answer.json(),
      () => undefined,
    );
  return { process: child, run };
}
