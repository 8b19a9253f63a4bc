import path from "node:path";
import { Problem } from "../machine/problem.ts";
import { exitWith } from "../terminal.ts";

export interface CommandLine {
  readonly databaseUrl: string;
  readonly folder: string;
}

/** Checks the two arguments. A relative folder starts from where npm was called, not from the project's root. */
export function readArguments(
  { databaseUrl, folder }: { databaseUrl: string | undefined; folder: string | undefined },
  usage: string,
): CommandLine {
  const protocol = URL.parse(databaseUrl ?? "")?.protocol;
  if (protocol !== "postgresql:" && protocol !== "postgres:") {
    throw new Problem(`Which database? Run \`${usage}\`.`);
  }
  if (!folder) throw new Problem(`Which folder? Run \`${usage}\`.`);
  return { databaseUrl: databaseUrl!, folder: fromCaller(folder) };
}

/** Resolves a path from where npm was called. */
export const fromCaller = (relativePath: string): string =>
  path.resolve(process.env["INIT_CWD"] ?? process.cwd(), relativePath);

/**
 * Runs a command to its end. postgres.js throws an error that can't be caught when a connection is lost during a
 * transaction, so that error is explained here.
 */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  process.on("uncaughtException", (error) => {
    const isLostConnection = error instanceof TypeError && error.stack?.includes("nextWrite");
    exitWith(
      isLostConnection
        ? new Problem(
            "The connection to the database was lost. Run the same command again, and it continues.",
          )
        : error,
    );
  });
  await command().catch(exitWith);
}
