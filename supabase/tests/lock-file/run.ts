import { readFileSync, writeFileSync } from "node:fs";
import { completed, type LockFile, missingPlatformPackages } from "./complete.ts";

const file = "package-lock.json";
const lock = JSON.parse(readFileSync(file, "utf8")) as LockFile;
const count = Object.keys(missingPlatformPackages(lock)).length;
writeFileSync(file, `${JSON.stringify(completed(lock), null, 2)}\n`);
console.log(`${count} platform packages added to ${file}.`);
