import { loadDotEnv, runInTerminal } from "./terminal.ts";

loadDotEnv();
await runInTerminal("dev");
