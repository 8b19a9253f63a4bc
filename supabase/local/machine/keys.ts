import { randomBytes } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { generateApiKey } from "@supabase/lite";

export interface StackKeys {
  publishableKey: string;
  secretKey: string;
  jwtSecret: string;
  hashSecret: string;
  databasePassword: string;
}

const keyFile = "keys.json";

async function generateKeys(): Promise<StackKeys> {
  const secret = () => randomBytes(32).toString("base64url");
  return {
    publishableKey: (await generateApiKey("publishable")).key,
    secretKey: (await generateApiKey("secret")).key,
    jwtSecret: secret(),
    hashSecret: secret(),
    databasePassword: randomBytes(18).toString("base64url"),
  };
}

/** Keys belong to the data (the password is inside it), so they are made once and kept beside it. */
export async function loadOrCreateKeys(
  dataDir: string,
): Promise<{ keys: StackKeys; created: boolean }> {
  const file = path.join(dataDir, keyFile);
  const stored = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (stored !== undefined) {
    return { keys: JSON.parse(stored) as StackKeys, created: false };
  }
  const keys = await generateKeys();
  await writePrivately(file, JSON.stringify(keys, null, 2));
  return { keys, created: true };
}

/** Readable by the owner only, and never seen half-written. */
export async function writePrivately(file: string, content: string): Promise<void> {
  const draft = `${file}.${process.pid}.new`;
  await writeFile(draft, `${content}\n`, { mode: 0o600 });
  await rename(draft, file);
}
