import { randomBytes } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { generateApiKey } from "@supabase/lite";
import { parseJsonObject } from "./json.ts";

export interface StackKeys {
  publishableKey: string;
  secretKey: string;
  jwtSecret: string;
  hashSecret: string;
  erasureKey: string;
  databasePassword: string;
}

const keyFileName = "keys.json";

async function generateKeys(): Promise<StackKeys> {
  const generateSecret = () => randomBytes(32).toString("base64url");
  return {
    publishableKey: (await generateApiKey("publishable")).key,
    secretKey: (await generateApiKey("secret")).key,
    jwtSecret: generateSecret(),
    hashSecret: generateSecret(),
    erasureKey: generateSecret(),
    databasePassword: randomBytes(18).toString("base64url"),
  };
}

/**
 * Returns the stack's keys, created once and stored with the data. If the file is lost or damaged, missing keys are
 * created again and postgres-server.ts sets the new database password, so only existing sessions are lost.
 */
export async function loadOrCreateKeys(
  dataDir: string,
  log: (line: string) => void,
): Promise<StackKeys> {
  const file = path.join(dataDir, keyFileName);
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  const newKeys = await generateKeys();
  const storedKeys = text === undefined ? {} : parseJsonObject(text);
  const isUsable = (name: string) =>
    typeof storedKeys[name] === "string" && storedKeys[name] !== "";
  const keys = Object.fromEntries(
    Object.entries(newKeys).map(([name, key]) => [name, isUsable(name) ? storedKeys[name] : key]),
  ) as unknown as StackKeys;
  if (Object.keys(newKeys).every(isUsable)) return keys;
  if (text !== undefined) log(`${file} was damaged. Replaced the missing keys with new ones.`);
  await writePrivately(file, JSON.stringify(keys, null, 2));
  return keys;
}

/** Writes a file atomically, readable only by its owner. */
export async function writePrivately(file: string, content: string): Promise<void> {
  const draftFile = `${file}.${process.pid}.new`;
  await writeFile(draftFile, `${content}\n`, { mode: 0o600 });
  await rename(draftFile, file);
}
