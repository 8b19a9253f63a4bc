/**
 * The runtime that runs the deployed functions. The Supabase CLI names the version that it deploys to
 * (`supabase services`), and each version of that runtime is compatible with one version of Deno.
 */
export const HOSTED_RUNTIME = {
  cli: "2.117.0",
  /** https://github.com/supabase/edge-runtime */
  edgeRuntime: "1.74.3",
  /** From `DENO_VERSION` in that version's `.env`. */
  deno: "2.1.4",
} as const;

const WORKERS = ["Worker"];
const CACHE_CLASSES = ["Cache", "CacheStorage"];
const BROWSER_GLOBALS = ["alert", "confirm", "prompt", "close", "closed", "name"];
const STORAGE = ["Storage", "localStorage", "sessionStorage", "Location", "location"];
const NEWER_GLOBALS = ["EventSource", "Float16Array"];

/**
 * Globals that this version of Deno has and the hosted runtime doesn't, except for those of WebGPU. From `globalScope` in
 * its `ext/runtime/js/bootstrap.js`.
 */
export const GLOBALS_MISSING_WHEN_HOSTED: readonly string[] = [
  ...WORKERS,
  ...CACHE_CLASSES,
  ...BROWSER_GLOBALS,
  ...STORAGE,
  ...NEWER_GLOBALS,
];

/** Members of `Deno` that the hosted runtime lacks, from its `ext/runtime/js/denoOverrides.js`. */
export const DENO_MEMBERS_MISSING_WHEN_HOSTED: readonly string[] = [
  ...["inspect", "internal", "noColor", "exitCode", "ppid", "umask", "SeekMode"],
  ...["Process", "ChildProcess", "run", "dlopen", "watchFs", "listenTls", "HttpClient"],
  ...["UnsafeCallback", "UnsafePointer", "UnsafePointerView", "UnsafeFnPointer"],
  ...["test", "bench", "jupyter"],
];
