import { type ChildProcess, spawn } from "node:child_process";
import { functionEnvironment } from "../../local/functions/environment.ts";
import { denoArguments, functionsFolder } from "../../local/functions/functions.ts";
import { denoBinary } from "../../local/machine/binaries.ts";
import { findFreePort } from "../../local/machine/ports.ts";
import { readStackFacts } from "../stack-facts.ts";

export interface Mailer {
  readonly process: ChildProcess;
  /** A whole run, as by the clock; nothing where the process ends meanwhile. */
  run(): Promise<unknown>;
}

/** The function `send-emails` as it is deployed, in a process of its own, on the stack's database. */
export async function startMailer(settings: Record<string, string>): Promise<Mailer> {
  const facts = readStackFacts();
  const port = await findFreePort();
  const keys = { ...facts, hashSecret: "h".repeat(32), databasePassword: "" };
  const stack = { ...facts, dataDir: "", keys };
  const environment = functionEnvironment(stack, {}, { MAIL_FOLDER: "", ...settings });
  const options = {
    children: undefined as never,
    folder: functionsFolder,
    dataDir: "",
    environment,
    watch: false,
    log: () => undefined,
  };
  const mailer = spawn(denoBinary(), denoArguments(options, "send-emails", port), {
    env: { ...environment, DENO_SERVE_ADDRESS: `tcp:127.0.0.1:${port}`, HOME: process.env.HOME },
    stdio: "ignore",
  });
  const url = `http://127.0.0.1:${port}/send-emails/send-emails`;
  const isUp = () =>
    fetch(url).then(
      (answer) => answer.status === 405,
      () => false,
    );
  while (!(await isUp())) {
    if (mailer.exitCode !== null) throw new Error("The function send-emails does not start");
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  const headers = { Authorization: `Bearer ${facts.secretKey}` };
  const run = () =>
    fetch(url, { method: "POST", headers }).then(
      (answer) => answer.json(),
      () => undefined,
    );
  return { process: mailer, run };
}
