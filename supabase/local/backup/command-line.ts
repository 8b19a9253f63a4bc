import path from "node:path";
import { Problem } from "../machine/problem.ts";
import { exitWith } from "../terminal.ts";

export interface BackupArguments {
  readonly databaseUrl: string;
  readonly folder: string;
}

/**
 * Checks the two arguments. A relative folder is resolved against the folder where npm was called, not the project's
 * root.
 */
export function readArguments(
  { databaseUrl, folder }: { databaseUrl: string | undefined; folder: string | undefined },
  usage: string,
): BackupArguments {
  const checkedUrl = readDatabaseUrl(databaseUrl, usage);
  if (!folder) throw new Problem(`Which folder? Run \`${usage}\`.`);
  return { databaseUrl: checkedUrl, folder: resolveFromCaller(folder) };
}

export function readDatabaseUrl(url: string | undefined, usage: string): string {
  const protocol = URL.parse(url ?? "")?.protocol;
  if (protocol !== "postgresql:" && protocol !== "postgres:") {
    throw new Problem(`Which database? Run \`${usage}\`.`);
  }
  return url!;
}

/** Resolves a path against the folder where npm was called. */
export const resolveFromCaller = (relativePath: string): string =>
  path.resolve(process.env["INIT_CWD"] ?? process.cwd(), relativePath);

/**
 * Runs a command and exits with its error if it fails. When a connection is lost during a transaction, postgres.js
 * throws an error that can't be caught, so the handler for uncaught exceptions explains that error.
 */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      console.error("\nStopped before it was done. Run the same command again, and it continues.");
      process.exit(130);
    });
  }
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
