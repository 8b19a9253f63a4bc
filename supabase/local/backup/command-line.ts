import path from "node:path";
import { Problem } from "../machine/problem.ts";

export interface Arguments {
  readonly databaseUrl: string;
  readonly folder: string;
}

/** Checks the two arguments. A relative folder starts from where npm was called, not from the project's root. */
export function readArguments(
  { databaseUrl, folder }: { databaseUrl: string | undefined; folder: string | undefined },
  usage: string,
): Arguments {
  const protocol = URL.parse(databaseUrl ?? "")?.protocol;
  if (protocol !== "postgresql:" && protocol !== "postgres:") {
    throw new Problem(`Which database? Run \`${usage}\`.`);
  }
  if (!folder) throw new Problem(`Which folder? Run \`${usage}\`.`);
  return {
    databaseUrl: databaseUrl!,
    folder: path.resolve(process.env["INIT_CWD"] ?? process.cwd(), folder),
  };
}
