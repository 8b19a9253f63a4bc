import { readFile } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type * as Edge from "../../../web/edge/pages.ts";
import { createRulesReader } from "../../../web/edge/project.ts";
import type { BuildFolders } from "./build.ts";
import type { SiteOptions } from "./server.ts";

/** Loads web/edge's built code, which renders pages at request time. */
export async function loadEdgePages(
  { site, server }: BuildFolders,
  webUrl: string,
  edgeSecret: string,
): Promise<Pick<SiteOptions, "renderPage" | "redirectToMeantPage">> {
  const builtModuleUrl = pathToFileURL(path.join(server, "edge/pages.js")).href;
  const edge = (await import(builtModuleUrl)) as typeof Edge;
  const readSiteFile = async (url: URL) =>
    new Response(new Uint8Array(await readFile(path.join(site, url.pathname))));
  const readRules = createRulesReader(readSiteFile);
  const readSite = edge.createSiteReader(readSiteFile);
  const answerWith =
    (answer: typeof edge.renderRequestedPage) => (incomingRequest: IncomingMessage) => {
      // The two-argument form of `new URL` would treat `//x` as a host.
      const url = new URL(webUrl + incomingRequest.url);
      const request = new Request(url, { method: incomingRequest.method ?? "GET" });
      const visit = { request, address: incomingRequest.socket.remoteAddress, edgeSecret };
      return answer(visit, { readRules: () => readRules(url), readSite: () => readSite(url) });
    };
  return {
    renderPage: answerWith(edge.renderRequestedPage),
    redirectToMeantPage: answerWith(edge.redirectToMeantPage),
  };
}
