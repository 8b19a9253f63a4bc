import { readFile } from "node:fs/promises";
import path from "node:path";
import { serveOnLoopback, type RunningServer } from "../machine/http-server.ts";
import { projectRoot } from "../machine/paths.ts";
import { findFreePort } from "../machine/ports.ts";
import {
  fillAppRoutes,
  fillSupabaseUrl,
  parseRedirects,
  redirectFor,
} from "../../../web/edge/rules.ts";
import type { SiteOptions } from "./server.ts";

export interface DevSiteOptions extends Omit<SiteOptions, "folder"> {
  port: number;
  environment: Record<string, string>;
}

/** Starts Vite with hot reload behind the same rewrites as the built site. */
export async function startDevSite(options: DevSiteOptions): Promise<RunningServer> {
  const { supabaseUrl } = options;
  const web = path.join(projectRoot, "web");
  const text = await readFile(path.join(web, "public/_redirects"), "utf8");
  const redirects = parseRedirects(fillAppRoutes(fillSupabaseUrl(text, supabaseUrl)));
  Object.assign(process.env, options.environment);
  const { createServer } = await import("vite");
  const vite = await createServer({
    root: web,
    configFile: path.join(web, "vite.config.ts"),
    clearScreen: false,
    // In middleware mode, Vite doesn't handle signals or the end of stdin; we do.
    server: {
      middlewareMode: true,
      proxy: {},
      ws: { host: "localhost", port: await findFreePort() },
    },
  });
  const server = await serveOnLoopback("WEB_PORT", options.port, (request, response) => {
    const [pathname = "/", query] = (request.url ?? "/").split("?", 2);
    const target = redirectFor(redirects, pathname)?.to;
    if (target?.startsWith(`${supabaseUrl}/`)) {
      const pathAndQuery = target.slice(supabaseUrl.length);
      options.forward(
        request,
        response,
        query === undefined ? pathAndQuery : `${pathAndQuery}?${query}`,
      );
    } else vite.middlewares(request, response);
  }).catch(async (error: unknown) => {
    await vite.close();
    throw error;
  });
  const stop = async () => {
    await server.stop();
    await vite.close();
  };
  return { stop };
}
