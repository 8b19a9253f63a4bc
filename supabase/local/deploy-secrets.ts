import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { deploySecrets } from "./deployment/deploy-secrets.ts";
import { findProject } from "./deployment/management.ts";
import { parseSecretsFile } from "./deployment/secrets-file.ts";
import { listFunctionVariables } from "./functions/environment.ts";
import { Problem } from "./machine/problem.ts";
import { exitWith } from "./terminal.ts";

try {
  const [file, ref] = process.argv.slice(3);
  if (file === undefined || !existsSync(file)) {
    throw new Problem(
      `${file === undefined ? "Which file?" : `There's no file ${path.resolve(file)}.`} Run \`npm run deploy:secrets -- functions.env\`.`,
    );
  }
  const project = findProject(ref);
  const secrets = parseSecretsFile(readFileSync(file), listFunctionVariables());
  console.log(`Project ${project.ref}`);
  for (const line of await deploySecrets(project, secrets)) console.log(line);
} catch (error) {
  exitWith(error);
}
