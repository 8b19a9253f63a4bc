import { readdirSync } from "node:fs";
import path from "node:path";
import type { Page, Route } from "playwright-core";
import { resolveDataDir } from "../../supabase/local/machine/paths.ts";

/** What a page of the last release gets for its files once they are gone. */
const OLD_FILE_RESPONSES = {
  "404": (route: Route) => route.fulfill({ status: 404, contentType: "text/html", body: "Gone" }),
  "a page": (route: Route) =>
    route.fulfill({ contentType: "text/html", body: "<!doctype html><div id=root></div>" }),
  "503": (route: Route) => route.fulfill({ status: 503, body: "Unavailable" }),
  "no response": (route: Route) => route.abort("connectionrefused"),
} as const;
export type OldFileResponse = keyof typeof OLD_FILE_RESPONSES;

const assetsFolder = path.join(resolveDataDir(process.env.DATA_DIR), "site/assets");

/** Finds the names of the site's files in code. Longer names come first, because a short one may be part of them. */
const createNamePattern = (): RegExp => {
  const names = readdirSync(assetsFolder).toSorted((one, other) => other.length - one.length);
  return new RegExp(names.map((name) => name.replaceAll(".", "\\.")).join("|"), "g");
};

export interface Site {
  /** Deploys a release whose files have other names. From then on, files of earlier releases get `oldFileResponse`. */
  readonly deploy: (oldFileResponse: OldFileResponse) => void;
  /** Makes all files of the current release missing. */
  readonly breakRelease: () => void;
  /** Makes the files missing that the page hasn't loaded so far. */
  readonly breakOtherFiles: () => void;
  /** Ends or restores the connection. */
  readonly connect: (isConnected: boolean) => void;
}

/** Lets a test deploy releases while `page` is open. They differ only in the names of their files, as in `a-r1.js`. */
export async function deployBehind(page: Page): Promise<Site> {
  const namePattern = createNamePattern();
  let release = 0;
  let oldFileResponse: OldFileResponse = "404";
  let isBroken = (_path: string) => false;
  const loadedPaths = new Set<string>();
  let isConnected = true;
  const rename = (text: string) =>
    text.replaceAll(namePattern, (name) => name.replace(/(?=\.\w+$)/, `-r${release}`));
  const respond = async (route: Route, url: string) => {
    const response = await route.fetch({ url });
    const type = response.headers()["content-type"] ?? "";
    if (!/html|javascript|css/.test(type)) return route.fulfill({ response });
    return route.fulfill({ response, body: rename(await response.text()) });
  };
  await page.route("**/*", async (route) => {
    const url = new URL(route.request().url());
    if (!isConnected) return route.abort("connectionrefused");
    if (isBroken(url.pathname)) return OLD_FILE_RESPONSES[oldFileResponse](route);
    loadedPaths.add(url.pathname);
    if (release === 0 || /^\/(api|images|events)\//.test(url.pathname)) return route.continue();
    if (!url.pathname.startsWith("/assets/")) return respond(route, url.href);
    const [suffix, currentSuffix] = [/-r\d+(?=\.\w+$)/.exec(url.pathname)?.[0], `-r${release}`];
    if (suffix !== currentSuffix) return OLD_FILE_RESPONSES[oldFileResponse](route);
    return respond(route, url.href.replace(currentSuffix, ""));
  });
  return {
    deploy: (newOutcome) => {
      release += 1;
      oldFileResponse = newOutcome;
    },
    breakRelease: () => {
      isBroken = (file) => file.startsWith("/assets/");
    },
    breakOtherFiles: () => {
      const paths = new Set(loadedPaths);
      isBroken = (file) => file.startsWith("/assets/") && !paths.has(file);
    },
    connect: (isNowConnected) => {
      isConnected = isNowConnected;
    },
  };
}
