import { once } from "node:events";
import { functionEnvironment } from "../../local/functions/environment.ts";
import { startFunction } from "../function-process.ts";
import { readStackFacts } from "../stack-facts.ts";
import { AiDouble } from "./ai-double.ts";

/** Runs functions on the stack's database and storage, with the double as their AI service. */
export async function startAiMode(names: readonly string[]) {
  const facts = readStackFacts();
  const double = await AiDouble.start();
  const keys = { ...facts, hashSecret: "h".repeat(40), databasePassword: "" };
  const environment = functionEnvironment(
    { ...facts, dataDir: "", keys },
    {},
    {
      MAIL_FOLDER: "",
      ...double.environment(),
    },
  );
  const outputLines: string[] = [];
  const startedFunctions = await Promise.all(
    names.map((name) => startFunction(name, environment, outputLines)),
  );
  const exitPromises = startedFunctions.map(({ child }) => once(child, "exit"));
  return {
    double,
    /** The base URL of each function, by name; append `/generate-…`. */
    urls: Object.fromEntries(startedFunctions.map(({ name, url }) => [name, url])),
    /** Every line the functions logged. */
    said: outputLines,
    stop: async () => {
      for (const { child } of startedFunctions) child.kill("SIGKILL");
      await Promise.all(exitPromises);
      await double.stop();
    },
  };
}
