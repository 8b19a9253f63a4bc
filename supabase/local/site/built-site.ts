import { type RunningServer, serveOnLoopback } from "../machine/http-server.ts";
import type { BuildFolders } from "./build.ts";
import { loadEdgePages } from "./pages.ts";
import { type SiteOptions, SiteServer } from "./server.ts";

export interface BuiltSiteOptions extends Pick<SiteOptions, "supabaseUrl" | "forward"> {
  port: number;
  folders: BuildFolders;
  webUrl: string;
  edgeSecret: string;
  log: (line: string) => void;
}

export async function startBuiltSite(options: BuiltSiteOptions): Promise<RunningServer> {
  const { folders, supabaseUrl, forward, log } = options;
  const server = new SiteServer({
    folder: folders.site,
    supabaseUrl,
    ...(await loadEdgePages(folders, options.webUrl, options.edgeSecret)),
    forward,
  });
  await server.load();
  return serveOnLoopback("WEB_PORT", options.port, (request, response) => {
    server.handle(request, response).catch((error: unknown) => {
      log(`${request.url}: ${String(error)}`);
      response.destroy();
    });
  });
}
