import { startFunctions } from "../function-process.ts";
import { AiDouble } from "./ai-double.ts";

/** Runs functions on the stack's database and storage, with the double as their AI service. */
export async function startAiMode(names: readonly string[], folder?: string) {
  const double = await AiDouble.start();
  const functions = await startFunctions(names, double.environment(), folder);
  return {
    ...functions,
    double,
    stop: async () => {
      await functions.stop();
      await double.stop();
    },
  };
}
