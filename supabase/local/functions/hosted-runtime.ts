/**
 * The runtime that runs the deployed functions. The Supabase CLI names the version that it deploys to
 * (`supabase services`), and each version of that runtime is compatible with one version of Deno.
 */
export const HOSTED_RUNTIME = {
  cli: "2.117.0",
  /** https://github.com/supabase/edge-runtime */
  edgeRuntime: "1.74.3",
  /** `DENO_VERSION` in the `.env` of that version. */
  deno: "2.1.4",
} as const;

/**
 * Globals that this version of Deno has and the hosted runtime doesn't (`globalScope` in its
 * `ext/runtime/js/bootstrap.js`). WebGPU's globals are missing, too.
 */
export const MISSING_GLOBALS: readonly string[] =
  "Cache CacheStorage EventSource Float16Array Location Storage Worker alert close closed confirm localStorage location name prompt sessionStorage".split(
    " ",
  );

/** Members of `Deno` that the hosted runtime lacks (`ext/runtime/js/denoOverrides.js`). */
export const MISSING_DENO_MEMBERS: readonly string[] =
  "ChildProcess HttpClient Process SeekMode UnsafeCallback UnsafeFnPointer UnsafePointer UnsafePointerView bench dlopen exitCode inspect internal jupyter listenTls noColor ppid run test umask watchFs".split(
    " ",
  );
