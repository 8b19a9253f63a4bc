import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type FunctionProcess, startFunction } from "../function-process.ts";
import { facts, request, sql } from "./stack.ts";

/** The status that the build hook returns. */
let hookStatus = 200;
let hookType = "application/json";
let callCount = 0;
let runBeforeResponse: () => Promise<void> = async () => {};
const hookServer = http.createServer((hookRequest, response) => {
  callCount += 1;
  const isHookCall = hookRequest.method === "POST" && hookRequest.url === "/build_hooks/secret";
  void runBeforeResponse().then(() =>
    response.writeHead(isHookCall ? hookStatus : 404, { "Content-Type": hookType }).end("{}"),
  );
});

const logLines: string[] = [];
let api: FunctionProcess;
beforeAll(async () => {
  await new Promise<void>((resolve) => hookServer.listen(0, "127.0.0.1", resolve));
  const { port } = hookServer.address() as AddressInfo;
  const BUILD_HOOK_URL = `http://127.0.0.1:${port}/build_hooks/secret`;
  api = await startFunction("api", { BUILD_HOOK_URL }, logLines);
});
afterAll(async () => {
  await api.stop();
  hookServer.close();
  await sql`delete from public.blog_posts where title like 'Builds %'`;
});

const runScheduledJob = async () => {
  const response = await fetch(`${api.url}/site-builds/call`, {
    method: "POST",
    headers: { Authorization: `Bearer ${facts.secretKey}` },
  });
  return ((await response.json()) as { state: string }).state;
};
const letMinutesPass = async (minutes: number) => {
  await sql`update public.site_builds set next_try_at = next_try_at - make_interval(secs => ${minutes * 60})`;
};
const addPost = async (isPublished = true, publishedAt: Date | null = null) => {
  const [post] = await sql<[{ id: string }]>`
    insert into public.blog_posts (title, content, is_published, published_at)
    values (${`Builds ${Math.random()}`}, 'Socks', ${isPublished}, ${publishedAt}) returning id`;
  return post.id;
};

beforeEach(async () => {
  hookStatus = 200;
  runBeforeResponse = async () => {};
  await letMinutesPass(120);
  await runScheduledJob();
  callCount = 0;
});

describe("the build hook", () => {
  it("tells check:deployment when it was last called", async () => {
    await sql`update public.site_builds set called_at = null`;
    const readCallTime = async () => {
      const response = await fetch(`${api.url}/health/deployment`, {
        headers: { Authorization: `Bearer ${facts.healthToken}` },
      });
      return ((await response.json()) as { buildCalledAt: string | null }).buildCalledAt;
    };
    expect(await readCallTime()).toBeNull();
    const before = Date.now();
    await addPost();
    expect(await runScheduledJob()).toBe("called");
    expect(Date.parse((await readCallTime())!)).toBeGreaterThanOrEqual(before - 1000);
  });

  it("is called once for many changes, and again only after another change", async () => {
    expect(await runScheduledJob()).toBe("unchanged");
    const id = await addPost();
    await sql`update public.blog_posts set content = 'More socks' where id = ${id}`;
    await sql`update public.hero_section set headline = headline`;
    expect([await runScheduledJob(), callCount]).toEqual(["called", 1]);
    expect([await runScheduledJob(), callCount]).toEqual(["unchanged", 1]);
  });

  it.each([
    ["legal_content", "update public.legal_content set content = content"],
    ["contact_info", "update public.contact_info set phone = phone"],
    ["section_content", "update public.section_content set header = header"],
    ["about_items", "update public.about_items set title = title"],
    ["children_letters", "update public.children_letters set text = text where is_active"],
    ["team_members", "update public.team_members set role = role where is_active"],
    ["financial_reports", "update public.financial_reports set description = description"],
    ["testimonials", "update public.testimonials set title = title where is_active"],
    ["settings", "update public.settings set time_zone = time_zone"],
    ["events", "update public.events set address = address where is_active"],
  ])("is called when %s changes", async (_, statement) => {
    await sql.unsafe(statement);
    expect([await runScheduledJob(), callCount]).toEqual(["called", 1]);
  });

  it("is called when a post is published, unpublished or deleted, but not for a draft", async () => {
    const id = await addPost(false);
    await sql`update public.blog_posts set content = 'More' where id = ${id}`;
    expect(await runScheduledJob()).toBe("unchanged");
    for (const update of [
      sql`update public.blog_posts set is_published = true where id = ${id}`,
      sql`update public.blog_posts set is_published = false where id = ${id}`,
      sql`update public.blog_posts set is_published = true where id = ${id}`,
      sql`delete from public.blog_posts where id = ${id}`,
    ]) {
      await update;
      expect(await runScheduledJob()).toBe("called");
    }
    expect(callCount).toBe(4);
  });

  it("is called when a scheduled post becomes due", async () => {
    await addPost(true, new Date(Date.now() + 2500));
    expect(await runScheduledJob()).toBe("called");
    expect(await runScheduledJob()).toBe("unchanged");
    await expect.poll(runScheduledJob, { timeout: 8000, interval: 400 }).toBe("called");
    expect([await runScheduledJob(), callCount]).toEqual(["unchanged", 2]);
  });

  it("is retried after failures at intervals of up to an hour, and the log names the failures without the URL", async () => {
    hookStatus = 503;
    await addPost();
    for (const minutes of [1, 2, 4, 8, 16, 32, 60, 60]) {
      expect(await runScheduledJob()).toBe("failed");
      await letMinutesPass(minutes - 0.5);
      expect(await runScheduledJob(), `${minutes} minutes`).toBe("unchanged");
      await letMinutesPass(0.5);
    }
    hookStatus = 200;
    hookType = "text/html";
    expect(await runScheduledJob()).toBe("failed");
    await letMinutesPass(60);
    hookType = "application/json";
    expect([await runScheduledJob(), callCount]).toEqual(["called", 10]);
    expect(logLines.join("")).toContain("The build hook returned 503. Trying again in 4 minutes.");
    expect(logLines.join("")).toContain("The build hook returned a page with status 200.");
    expect(logLines.join("")).not.toContain("build_hooks");
  });

  it("is called again for changes made during a call", async () => {
    await addPost();
    runBeforeResponse = async () => {
      await addPost();
      runBeforeResponse = async () => {};
    };
    expect(await runScheduledJob()).toBe("called");
    expect(await runScheduledJob()).toBe("called");
    expect([await runScheduledJob(), callCount]).toEqual(["unchanged", 2]);
  });

  it("is called again after an interrupted call, and only once by two workers", async () => {
    await addPost();
    await sql`update public.site_builds set attempts = 1, next_try_at = now() + interval '2 minutes'`;
    expect(await runScheduledJob()).toBe("unchanged");
    await letMinutesPass(2);
    expect(
      (await Promise.all([runScheduledJob(), runScheduledJob()])).toSorted((a, b) =>
        a < b ? -1 : 1,
      ),
    ).toEqual(["called", "unchanged"]);
    expect(callCount).toBe(1);
  });

  it("isn't called while it isn't configured, and the changes wait until it is", async () => {
    await addPost();
    const { json } = await request("POST", "/api/site-builds/call", { token: facts.secretKey });
    expect([json, callCount]).toEqual([{ state: "unconfigured" }, 0]);
    expect(await runScheduledJob()).toBe("called");
  });
});
