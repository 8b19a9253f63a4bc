/**
 * npm writes only those platform packages into the lock file that the registry in use offers; a mirror that lacks some
 * leaves a lock file with which `npm ci` refuses to run anywhere. Their names and versions are known all the same: the
 * packages that need them say both. `npm run lock` writes them in.
 */
export interface LockedPackage {
  version?: string;
  dev?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
  [field: string]: unknown;
}

export interface LockFile {
  packages: Record<string, LockedPackage>;
  [field: string]: unknown;
}

const systems: Readonly<Record<string, string>> = {
  android: "android",
  darwin: "darwin",
  freebsd: "freebsd",
  linux: "linux",
  linuxmusl: "linux",
  netbsd: "netbsd",
  openbsd: "openbsd",
  openharmony: "openharmony",
  sunos: "sunos",
  aix: "aix",
  win32: "win32",
  windows: "win32",
};

const processors: Readonly<Record<string, string>> = {
  arm: "arm",
  arm64: "arm64",
  ia32: "ia32",
  loong64: "loong64",
  mips64el: "mips64el",
  ppc64: "ppc64",
  ppc64le: "ppc64",
  riscv64: "riscv64",
  s390x: "s390x",
  wasm32: "wasm32",
  x64: "x64",
};

/** What a platform package runs on, from its name: `@scope/tool-linux-arm64-musl`. */
export function platformOf(name: string): Pick<LockedPackage, "os" | "cpu" | "libc"> {
  const words = name.replace(/^@[^/]+\//, "").split(/[-_.]/);
  const os = words.map((word) => systems[word]).find((found) => found !== undefined);
  const cpu = words.map((word) => processors[word]).find((found) => found !== undefined);
  const isMusl = words.includes("musl") || words.includes("linuxmusl");
  return {
    ...(os === undefined ? {} : { os: [os] }),
    ...(cpu === undefined ? {} : { cpu: [cpu] }),
    ...(isMusl ? { libc: ["musl"] } : {}),
  };
}

/** The exact version a range begins with. */
const firstVersion = (range: string): string => range.replace(/^[\^~>=v\s]+/, "");

const isThere = (lock: LockFile, parent: string, name: string): boolean => {
  for (let folder = parent; ; folder = folder.replace(/\/?node_modules\/(?:@[^/]+\/)?[^/]+$/, "")) {
    const prefix = folder === "" ? "" : `${folder}/`;
    if (lock.packages[`${prefix}node_modules/${name}`] !== undefined) return true;
    if (folder === "") return false;
  }
};

/** The platform packages that a lock file names but does not hold. */
export function missingPlatformPackages(lock: LockFile): Record<string, LockedPackage> {
  const missing: Record<string, LockedPackage> = {};
  for (const [parent, { dev, optionalDependencies = {} }] of Object.entries(lock.packages)) {
    for (const [name, range] of Object.entries(optionalDependencies)) {
      if (isThere(lock, parent, name)) continue;
      missing[`node_modules/${name}`] = {
        version: firstVersion(range),
        ...platformOf(name),
        ...(dev === true ? { dev } : {}),
        optional: true,
      };
    }
  }
  return missing;
}

export function completed(lock: LockFile): LockFile {
  const packages = { ...lock.packages, ...missingPlatformPackages(lock) };
  const sorted = Object.entries(packages).toSorted(([left], [right]) => (left < right ? -1 : 1));
  return { ...lock, packages: Object.fromEntries(sorted) };
}
