import { once } from "node:events";
import http from "node:http";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { exportEndpoints } from "./exported-lists.ts";
import { clearRateLimits, facts, request, requestPath, signInAdmin, sql } from "./stack.ts";
import { uniqueWord } from "../unique-word.ts";

const writer = uniqueWord();
let token = "";
beforeAll(async () => {
  token = (await signInAdmin()).token;
  // Two parts of 4 MB, which is more than sockets buffer.
  await sql`
    insert into public.children_letters (text, writer)
    select repeat(md5(n::text), 60), ${writer} from generate_series(1, 5000) n`;
});
beforeEach(() => clearRateLimits());
afterAll(() => sql`delete from public.children_letters where writer = ${writer}`);

/** Requests a download and reads nothing but its headers. */
async function startDownload(path: string) {
  const download = http.get(`${facts.apiUrl}/functions/v1${path}`, {
    agent: false,
    headers: { Authorization: `Bearer ${token}` },
  });
  download.on("error", () => {});
  const [response] = (await once(download, "response")) as [http.IncomingMessage];
  expect(response.statusCode).toBe(200);
  return download;
}

it("threat 67: while 8 downloads of each export aren't read, no transaction stays open, and other reads take less than 3 seconds", async () => {
  const paths = exportEndpoints.map(([, endpoint]) => requestPath(endpoint));
  const downloads = await Promise.all(
    paths.flatMap((path) => Array.from({ length: 8 }, () => startDownload(path))),
  );
  try {
    for (let round = 0; round < 5; round += 1) {
      const startedAt = performance.now();
      expect((await request("GET", `/api/home?${round}`)).status).toBe(200);
      expect((await request("GET", "/api/donations?limit=1", { token })).status).toBe(200);
      expect(performance.now() - startedAt).toBeLessThan(3000);
    }
    expect(
      await sql`
        select query from pg_stat_activity
        where application_name = 'functions' and xact_start < now() - interval '1 second'`,
    ).toHaveLength(0);
  } finally {
    for (const download of downloads) download.destroy();
  }
});
