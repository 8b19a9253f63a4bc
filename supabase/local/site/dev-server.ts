import path from "node:path";
import type { RunningServer } from "../machine/http-server.ts";
import { projectRoot } from "../machine/paths.ts";

export interface DevSiteOptions {
  port: number;
  apiUrl: string;
  environment: Record<string, string>;
}

/** Vite's own server with hot reload, and the two rewrites of `_redirects` as its proxy. */
export async function startDevSite(options: DevSiteOptions): Promise<RunningServer> {
  Object.assign(process.env, options.environment);
  const { createServer } = await import("vite");
  const toFunctions = (rewrite: (path: string) => string) => ({
    target: options.apiUrl,
    changeOrigin: false,
    rewrite,
  });
  const server = await createServer({
    root: path.join(projectRoot, "web"),
    configFile: path.join(projectRoot, "web/vite.config.ts"),
    clearScreen: false,
    server: {
      port: options.port,
      strictPort: true,
      host: "localhost",
      proxy: {
        "/api": toFunctions((url) => `/functions/v1${url}`),
        "/events/create": toFunctions(() => "/functions/v1/api/events/create"),
      },
    },
  });
  await server.listen();
  return { stop: () => server.close() };
}
