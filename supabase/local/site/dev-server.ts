import { readFile } from "node:fs/promises";
import path from "node:path";
import { serveOnLoopback, type RunningServer } from "../machine/http-server.ts";
import { projectRoot } from "../machine/paths.ts";
import { findFreePort } from "../machine/ports.ts";
import {
  addQueryString,
  fillAppRoutes,
  fillSupabaseUrl,
  parseRedirects,
  findRedirect,
} from "../../../web/edge/rules.ts";
import type { SiteOptions } from "./server.ts";

export interface DevSiteOptions extends Omit<SiteOptions, "folder"> {
  port: number;
  environment: Record<string, string>;
}

/** Starts Vite with hot reload behind the same rewrites as the built site. */
export async function startDevSite(options: DevSiteOptions): Promise<RunningServer> {
  const { supabaseUrl } = options;
  const webFolder = path.join(projectRoot, "web");
  const redirectsText = await readFile(path.join(webFolder, "public/_redirects"), "utf8");
  const redirects = parseRedirects(fillAppRoutes(fillSupabaseUrl(redirectsText, supabaseUrl)));
  Object.assign(process.env, options.environment);
  const { createServer } = await import("vite");
  const vite = await createServer({
    root: webFolder,
    configFile: path.join(webFolder, "vite.config.ts"),
    clearScreen: false,
    // In middleware mode, Vite doesn't handle signals or the end of stdin, so the stack does.
    server: {
      middlewareMode: true,
      proxy: {},
      ws: { host: "localhost", port: await findFreePort() },
    },
  });
  const server = await serveOnLoopback("WEB_PORT", options.port, (request, response) => {
    const url = request.url ?? "/";
    const [pathname = "/"] = url.split("?", 1);
    const target = findRedirect(redirects, pathname)?.to;
    if (target?.startsWith(`${supabaseUrl}/`)) {
      const query = url.slice(pathname.length);
      options.forward(request, response, addQueryString(target.slice(supabaseUrl.length), query));
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
