import { afterEach, describe, expect, it, vi } from "vitest";
import {
  OTHER_REFUSALS,
  PLATFORM_REFUSALS,
  toResponse,
} from "../../supabase/tests/platform-refusals.ts";

const NOT_FOUND_ERROR = { message: "No.", code: "not_found", requestId: "r1" };

const PROJECT_RULES = [
  "/api/* https://p.supabase.co/functions/v1/api/:splat 200",
  "/images/* https://p.supabase.co/storage/v1/object/public/images/:splat 200",
  "/admin/* /app.html 200",
  "/* /404.html 404",
].join("\n");
const TEMPLATE = '<head><title>Site</title></head><noscript></noscript><div id="root"></div>';
const FILES: Readonly<Record<string, string>> = {
  "/edge-rules.txt": PROJECT_RULES,
  "/edge-pages.json": JSON.stringify({
    headers: "/*\n  X-One: 1\n",
    template: TEMPLATE,
    shell: TEMPLATE,
    scripts: {},
  }),
  "/404": "none",
  "/app": "app",
};

const createCache = () => {
  const copies = new Map<string, Response>();
  const cache = {
    match: (url: string) => Promise.resolve(copies.get(url)?.clone()),
    put: (url: string, page: Response) => Promise.resolve(void copies.set(url, page)),
    delete: (url: string) => Promise.resolve(copies.delete(url)),
  };
  return { cache, copies };
};

interface WorkerOptions {
  readonly cache?: object;
  readonly files?: Readonly<Record<string, string>>;
}

/** Starts the Worker with an API that has no content. */
const startWorker = async ({ cache, files = FILES }: WorkerOptions = {}) => {
  // The Worker caches the site's files in module state, but each test needs its own files.
  vi.resetModules();
  const { default: worker } = await import("./cloudflare.ts");
  vi.stubGlobal("caches", { default: cache });
  const project = vi.fn<(request: Request) => Promise<Response>>(({ url }) =>
    Promise.resolve(Response.json(url.endsWith("/api/home") ? { contactInfo: null } : [])),
  );
  vi.stubGlobal("fetch", project);
  const ASSETS = {
    fetch: vi.fn<(file: Request | URL) => Promise<Response>>((file) => {
      const text = files[new URL("url" in file ? file.url : file).pathname];
      const headers = { ETag: '"a"' };
      return text === undefined
        ? Promise.reject(new Error("no such file"))
        : Promise.resolve(new Response(text, { headers }));
    }),
  };
  const open = async (path: string, init: RequestInit = {}, version = "1") => {
    const pendingWork: Promise<unknown>[] = [];
    const response = await worker.fetch(
      new Request(`https://site.example${path}`, init),
      { ASSETS, VERSION: { id: version } },
      { waitUntil: (promise) => void pendingWork.push(promise) },
    );
    await Promise.all(pendingWork);
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  return { open, project, ASSETS };
};

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it("a path with capitals is a 503 while nobody can tell whether its page exists, and a 301 if it needs no API", async () => {
  vi.spyOn(console, "error").mockReturnValue();
  const { open, project } = await startWorker();
  project.mockRejectedValue(new Error("down"));
  expect((await open("/News/Boxes-0A1B2C3D.")).status).toBe(503);
  const { status, headers } = await open("/Donate?a=1");
  expect([status, headers.get("Location")]).toEqual([301, "/donate?a=1"]);
  expect((await open("/donat")).status).toBe(404);
});

describe("Cloudflare's page cache", () => {
  const startWithCache = async () => {
    const { cache, copies } = createCache();
    return { ...(await startWorker({ cache })), copies };
  };

  it("keeps a page for a minute, but tells browsers to revalidate", async () => {
    const { open, project, copies } = await startWithCache();
    const [firstPage, secondPage] = [await open("/feed.xml"), await open("/feed.xml")];
    expect(project).toHaveBeenCalledTimes(2);
    expect(secondPage.text).toBe(firstPage.text);
    for (const { headers } of [firstPage, secondPage]) {
      expect(headers.get("Cache-Control")).toBe("public, max-age=0, must-revalidate");
      expect(headers.get("X-One")).toBe("1");
    }
    expect(Object.fromEntries(secondPage.headers)).toEqual(Object.fromEntries(firstPage.headers));
    const [copy] = copies.values();
    // Cloudflare would obey the page's own header, and drop the copy after a minute.
    expect(copy?.headers.get("CDN-Cache-Control")).toBeNull();
    expect(copy?.headers.get("Cache-Control")).toBe("public, s-maxage=360");
  });

  it.each(["/news", "/feed.xml", "/sitemap.xml", "/news?search=winter+box"])(
    "serves a hundred URLs with unknown parameters from one cache entry: %s",
    async (pagePath) => {
      const { open, project, copies } = await startWithCache();
      const firstPage = await open(pagePath);
      const callCountBefore = project.mock.calls.length;
      for (let number = 0; number < 100; number += 1) {
        const unknownParams = `utm_source=${number}&a${number}=${"1".repeat(number)}&version=2`;
        const [pathname, query] = pagePath.split("?");
        const otherPath = query
          ? `${pathname}?${unknownParams}&page=1&search=+winter%20box+`
          : `${pathname}?${unknownParams}`;
        expect((await open(otherPath)).text).toBe(firstPage.text);
      }
      expect(project).toHaveBeenCalledTimes(callCountBefore);
      expect(copies.size).toBe(1);
      // On Netlify, this header has the same effect.
      expect(firstPage.headers.get("Netlify-Vary")).toBe("query=search|page");
    },
  );

  it("serves a page that is older than a minute one last time while the new page is rendered", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const { open, project } = await startWithCache();
    await open("/feed.xml");
    vi.setSystemTime(Date.now() + 59_000);
    await open("/feed.xml");
    expect(project).toHaveBeenCalledTimes(2);
    vi.setSystemTime(Date.now() + 1000);
    project.mockImplementation(({ url }) => {
      const home = { contactInfo: { organizationName: "New name" } };
      return Promise.resolve(Response.json(url.endsWith("/api/home") ? home : []));
    });
    expect((await open("/feed.xml")).text).not.toContain("New name");
    expect(project).toHaveBeenCalledTimes(4);
    expect((await open("/feed.xml")).text).toContain("New name");
    expect(project).toHaveBeenCalledTimes(4);
  });

  it("threat 49: serves the stored copy while the project can't be reached, and keeps requesting a new one", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    vi.spyOn(console, "error").mockReturnValue();
    const { open, project, copies } = await startWithCache();
    const firstPage = await open("/feed.xml");
    const projectResponse = project.getMockImplementation()!;
    project.mockRejectedValue(new TypeError("connection refused"));
    for (let minute = 1; minute <= 5; minute += 1) {
      vi.setSystemTime(Date.now() + 60_000);
      const page = await open("/feed.xml");
      expect([page.status, page.text]).toEqual([200, firstPage.text]);
    }
    project.mockImplementation(projectResponse);
    const callCountBefore = project.mock.calls.length;
    await open("/feed.xml");
    await open("/feed.xml");
    expect(project).toHaveBeenCalledTimes(callCountBefore + 2);
    copies.clear();
    project.mockRejectedValue(new TypeError("connection refused"));
    expect((await open("/feed.xml")).status).toBe(503);
  });

  it("answers GET with a whole page after HEAD, whose answer has no body", async () => {
    const { open, copies } = await startWithCache();
    await open("/feed.xml", { method: "HEAD" });
    expect(copies.size).toBe(0);
    expect((await open("/feed.xml")).text).toContain("<rss");
  });

  it("drops a page that no longer exists", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const { open, project, copies } = await startWithCache();
    expect((await open("/news")).status).toBe(200);
    vi.setSystemTime(Date.now() + 60_000);
    project.mockImplementation(({ url }) =>
      Promise.resolve(
        url.includes("/blog-posts/published")
          ? Response.json(NOT_FOUND_ERROR, { status: 404 })
          : Response.json([]),
      ),
    );
    expect((await open("/news")).status).toBe(200);
    expect(copies.size).toBe(0);
  });

  it.each([...PLATFORM_REFUSALS, ...OTHER_REFUSALS])(
    "threat 49: keeps its pages, and renders no other, while something answers in the project's place: $name ($status)",
    async (refusal) => {
      vi.useFakeTimers({ toFake: ["Date"] });
      vi.spyOn(console, "error").mockReturnValue();
      const { open, project, copies } = await startWithCache();
      const page = await open("/news");
      vi.setSystemTime(Date.now() + 60_000);
      project.mockImplementation(({ url }) =>
        Promise.resolve(
          url.includes("/blog-posts/") ? toResponse(refusal) : Response.json({ contactInfo: null }),
        ),
      );
      expect((await open("/news")).text).toBe(page.text);
      for (const path of ["/news/a-post-00000000-0000-4000-8000-000000000001", "/feed.xml"]) {
        const { status, headers, text } = await open(path);
        expect([status, headers.get("Cache-Control")]).toEqual([503, "no-store"]);
        expect(text).not.toMatch(refusal.words);
      }
      expect(copies.size).toBe(1);
    },
  );

  it("keeps the pages of two versions of the site apart", async () => {
    const { open, project } = await startWithCache();
    await open("/feed.xml");
    await open("/feed.xml", {}, "2");
    expect(project).toHaveBeenCalledTimes(4);
  });

  it("doesn't prevent a page from loading if the cache fails", async () => {
    const fail = () => Promise.reject(new Error("no cache"));
    const { open } = await startWorker({ cache: { match: fail, put: fail, delete: fail } });
    expect((await open("/feed.xml")).status).toBe(200);
  });
});

describe("Cloudflare's cache of the project's public reads", () => {
  const PUBLIC = {
    "Cache-Control": "public, s-maxage=60, stale-while-revalidate=300",
    ETag: '"1"',
  };
  const startWithAnswer = async (headers: Record<string, string>, status = 200) => {
    const { cache, copies } = createCache();
    const started = await startWorker({ cache });
    started.project.mockImplementation(() =>
      Promise.resolve(
        Response.json({ call: started.project.mock.calls.length }, { headers, status }),
      ),
    );
    return { ...started, copies };
  };

  it("keeps a read for a minute, and answers from the copy while it fetches a new one", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const { open, project } = await startWithAnswer(PUBLIC);
    const [first, second] = [await open("/api/home"), await open("/api/home")];
    expect(second.text).toBe(first.text);
    expect(Object.fromEntries(second.headers)).toEqual(Object.fromEntries(first.headers));
    expect(project).toHaveBeenCalledOnce();
    vi.setSystemTime(Date.now() + 60_000);
    expect((await open("/api/home")).text).toBe(first.text);
    expect((await open("/api/home")).text).toBe('{"call":2}');
    expect((await open("/api/home?limit=1")).text).toBe('{"call":3}');
  });

  it("sends a 304 to a browser that has the copy, and keeps the whole answer", async () => {
    const { open, project } = await startWithAnswer(PUBLIC);
    const conditional = { headers: { "If-None-Match": 'W/"1"' } };
    expect(await open("/api/home", conditional)).toMatchObject({ status: 304, text: "" });
    expect(project.mock.calls[0]?.[0].headers.has("If-None-Match")).toBe(false);
    expect((await open("/api/home")).text).toBe('{"call":1}');
    expect((await open("/api/home", conditional)).status).toBe(304);
    expect(project).toHaveBeenCalledOnce();
  });

  it.each(["Authorization", "X-Gift-Session", "Origin", "Range"])(
    "neither keeps nor uses a copy for a request with %s",
    async (name) => {
      const { open, copies } = await startWithAnswer(PUBLIC);
      const init = { headers: { [name]: "a" } };
      expect((await open("/api/home", init)).text).toBe('{"call":1}');
      expect(copies.size).toBe(0);
      expect((await open("/api/home")).text).toBe('{"call":2}');
      expect((await open("/api/home", init)).text).toBe('{"call":3}');
    },
  );

  it.each([
    ["an answer for one visitor", { "Cache-Control": "no-store" }, 200],
    ["an error", PUBLIC, 404],
    ["an answer without a time limit", {}, 200],
  ])("doesn't keep %s", async (_, headers, status) => {
    const { open, copies } = await startWithAnswer(headers, status);
    await open("/api/checkout");
    expect((await open("/api/checkout")).text).not.toContain('"call":1}');
    expect(copies.size).toBe(0);
  });

  it("sends every write to the project", async () => {
    const { open, copies } = await startWithAnswer(PUBLIC);
    await open("/api/home");
    expect((await open("/api/home", { method: "POST", body: "{}" })).text).toBe('{"call":2}');
    expect(copies.size).toBe(1);
  });

  it("keeps its copy while the project is down or limits the visitor who asks, and drops it once it's gone", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    vi.spyOn(console, "error").mockReturnValue();
    const { open, project, copies } = await startWithAnswer(PUBLIC);
    await open("/api/home");
    for (const status of [503, 429, 404]) {
      vi.setSystemTime(Date.now() + 60_000);
      project.mockResolvedValue(Response.json(NOT_FOUND_ERROR, { status }));
      expect((await open("/api/home")).text).toBe('{"call":1}');
      expect(copies.size, String(status)).toBe(status === 404 ? 0 : 1);
    }
  });

  it.each([
    ["max-age=31536000", 360],
    ["max-age=60", 60],
  ])(
    "keeps a picture with %s for %d seconds, so that it leaves every cache in time",
    async (header, seconds) => {
      const { open, project, copies } = await startWithAnswer({
        "Cache-Control": header,
        "Content-Type": "image/webp",
      });
      const first = await open("/images/site/a/480?x=1");
      expect((await open("/images/site/a/480")).text).toBe(first.text);
      expect(project).toHaveBeenCalledOnce();
      expect(first.headers.get("Cache-Control")).toBe(header);
      const [copy] = copies.values();
      expect(copy?.headers.get("Cache-Control")).toBe(`public, s-maxage=${seconds}`);
    },
  );
});

describe("the Worker", () => {
  it("ignores the query string of a picture", async () => {
    const { open, project } = await startWorker();
    await open("/images/site/a?download=b.html&x=1");
    expect(project.mock.calls[0]?.[0].url).toBe(
      "https://p.supabase.co/storage/v1/object/public/images/site/a",
    );
  });

  it("returns 405 for a form sent to a path without a file", async () => {
    const { open } = await startWorker();
    const { status, headers, text } = await open("/wp-login.php", { method: "POST", body: "a=b" });
    expect([status, headers.get("Allow")]).toEqual([405, "GET, HEAD"]);
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(JSON.parse(text)).toMatchObject({ code: "method_not_allowed" });
  });

  it("returns a 404 without an ETag, even if the browser sent one", async () => {
    const { open, ASSETS } = await startWorker();
    const { status, headers } = await open("/nothing", { headers: { "If-None-Match": '"a"' } });
    expect([status, headers.get("ETag"), headers.get("Cache-Control")]).toEqual([
      404,
      null,
      "no-store",
    ]);
    const fileRequest = ASSETS.fetch.mock.calls.at(-1)?.[0] as Request;
    expect(fileRequest.headers.has("If-None-Match")).toBe(false);
  });

  it("lets browsers revalidate the app's document", async () => {
    const { open, ASSETS } = await startWorker();
    const { status, headers } = await open("/admin", { headers: { "If-None-Match": '"a"' } });
    expect([status, headers.get("ETag")]).toEqual([200, '"a"']);
    const fileRequest = ASSETS.fetch.mock.calls.at(-1)?.[0] as Request;
    expect(fileRequest.headers.get("If-None-Match")).toBe('"a"');
  });

  it("threat 49: returns 503 when its own code fails, as during an outage", async () => {
    const log = vi.spyOn(console, "error").mockReturnValue();
    const { "/404": _, ...files } = FILES;
    const { open } = await startWorker({ files });
    const { status, headers, text } = await open("/nothing?token=secret");
    expect([status, headers.get("Retry-After"), headers.get("Cache-Control")]).toEqual([
      503,
      "5",
      "no-store",
    ]);
    expect(JSON.parse(text)).toMatchObject({ code: "provider_unavailable" });
    expect(log.mock.calls).toEqual([
      [expect.stringMatching(/^cdn-\S+ GET \/nothing failed: Error: no such file$/)],
    ]);
  });
});
