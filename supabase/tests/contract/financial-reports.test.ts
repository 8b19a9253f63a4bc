import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { hostileFiles, readTestPicture, type UploadFile } from "../pictures.ts";
import { logins } from "../demo-logins.ts";
import {
  clearRateLimits,
  connectAsPlatform,
  facts,
  request,
  signIn,
  signInAdmin,
  SOME_ID,
  sql,
} from "./stack.ts";
import { DEMO_PICTURE, sendFile, upload } from "./uploading.ts";

const DESCRIPTION = "Report of a test";
let token = "";
beforeAll(async () => {
  token = (await signInAdmin()).token;
});
beforeEach(() => clearRateLimits());
afterAll(async () => {
  await sql`delete from public.financial_reports where description = ${DESCRIPTION}`;
});

const createTextFile = (content: string, type: string): UploadFile => ({
  bytes: new TextEncoder().encode(content),
  type,
});
const pdfFile = createTextFile("%PDF-1.7\nfigures\n%%EOF", "application/pdf");

/** The extension for each type, so that no file is refused because of its name. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  "image/jpeg": "jpg",
  "image/gif": "gif",
  "image/webp": "webp",
};

const createReport = (fileUrl: string, filename: string) =>
  request("POST", "/api/financial-reports", {
    body: { description: DESCRIPTION, filename, fileUrl, previewUrl: "https://evil.example/x.png" },
    token,
  });
async function uploadReport(filename: string, file: UploadFile) {
  const { uploadURL } = await upload("/api/financial-reports/upload", file, token);
  return { ...(await createReport(uploadURL, filename)), uploadURL };
}
const togglePublished = (id: string, body?: object) =>
  request("PATCH", `/api/financial-reports/${id}/toggle-published`, {
    token,
    ...(body && { body }),
  });
const remove = (id: string) => request("DELETE", `/api/financial-reports/${id}`, { token });

describe("a report", () => {
  it("FIN-31, FIN-34: is created from a checked upload, with one audit entry", async () => {
    const { status, json, uploadURL } = await uploadReport("figures.pdf", pdfFile);
    expect(status).toBe(201);
    expect(json).toMatchObject({
      description: DESCRIPTION,
      filename: "figures.pdf",
      fileUrl: `/api/financial-reports/${json.id}/file`,
      previewUrl: null,
      published: true,
    });
    const history = await sql`
      select action from public.audit_log
      where table_name = 'financial_reports' and row_id = ${json.id}`;
    expect(history).toMatchObject([{ action: "insert" }]);
    // The upload URL works only once.
    await sendFile(uploadURL, pdfFile);
    expect((await createReport(uploadURL, "figures.pdf")).status).toBe(404);
  });

  it("has the size of the stored file", async () => {
    expect((await uploadReport("figures.pdf", pdfFile)).json.fileSize).toBe(pdfFile.bytes.length);
    const { json } = await uploadReport("table.png", readTestPicture("png"));
    const fileResponse = await fetch(`${facts.apiUrl}/functions/v1${json.fileUrl}`);
    expect(json.fileSize).toBe((await fileResponse.arrayBuffer()).byteLength);
  });

  it("can be added unpublished, and visitors don't see it until it is published", async () => {
    const { uploadURL } = await upload("/api/financial-reports/upload", pdfFile, token);
    const body = { description: DESCRIPTION, filename: "draft.pdf", fileUrl: uploadURL };
    const { status, json } = await request("POST", "/api/financial-reports", {
      body: { ...body, published: false },
      token,
    });
    expect([status, json.published]).toEqual([201, false]);
    expect((await request("GET", json.fileUrl)).status).toBe(404);
    const { json: publishedReports } = await request("GET", "/api/financial-reports/published");
    expect(publishedReports.map(({ id }: { id: string }) => id)).not.toContain(json.id);
    await request("PATCH", `/api/financial-reports/${json.id}/toggle-published`, { token });
    expect((await request("GET", json.fileUrl)).status).toBe(200);
  });

  it("can be updated with a preview of its first page and a new title", async () => {
    const { json: report } = await uploadReport("figures.pdf", pdfFile);
    expect(report).toMatchObject({ coverUrl: null, coverAlt: null, previewUrl: null });
    const path = `/api/financial-reports/${report.id}`;
    const update = (body: object, readerToken = token) =>
      request("PUT", path, { body, token: readerToken });
    const cover = { coverUrl: DEMO_PICTURE, coverAlt: "Its first page" };
    expect((await update(cover)).json).toMatchObject({
      fileUrl: report.fileUrl,
      description: DESCRIPTION,
      ...cover,
    });
    const [publishedReport] = (await request("GET", "/api/financial-reports/published?limit=1"))
      .json;
    expect(publishedReport).toMatchObject({
      id: report.id,
      fileSize: pdfFile.bytes.length,
      ...cover,
    });

    for (const body of [
      { coverUrl: "https://evil.example/x.png" },
      { coverUrl: `/images/stories/${SOME_ID}` },
      { coverAlt: "x".repeat(301) },
      { description: " " },
      { fileUrl: report.fileUrl },
      { fileSize: 1 },
    ]) {
      expect((await update(body)).status, JSON.stringify(body)).toBe(400);
    }
    const volunteer = await signIn(logins.volunteer.email, logins.volunteer.password);
    expect((await update({ coverUrl: null }, volunteer.token)).status).toBe(403);
    expect((await update({})).json).toMatchObject(cover);
    expect((await update({ coverUrl: null })).json).toMatchObject({
      coverUrl: null,
      coverAlt: null,
      description: DESCRIPTION,
    });
    expect(
      (await request("PUT", `/api/financial-reports/${SOME_ID}`, { body: cover, token })).status,
    ).toBe(404);
  });

  it("FIN-27: is its own preview if it is an image", async () => {
    const { json } = await uploadReport("table.png", readTestPicture("png"));
    expect(json.previewUrl).toBe(json.fileUrl);
    const imageResponse = await request("GET", json.fileUrl);
    expect(imageResponse.headers.get("Content-Type")).toBe("image/png");
  });

  it.each(Object.entries(hostileFiles))("threat 27: can't be created from %s", async (_, file) => {
    const { json } = await request("POST", "/api/financial-reports/upload", { token });
    const uploadResponse = await sendFile(json.uploadURL, file());
    const { status } = await createReport(
      json.uploadURL,
      `table.${EXTENSIONS[file().type] ?? "png"}`,
    );
    expect(status).toBe(uploadResponse.ok ? 400 : 404);
  });

  it.each([
    ["HTML that claims to be a PDF", "a.pdf", createTextFile("<html>", "application/pdf")],
    ["an image that claims to be a PDF", "a.pdf", readTestPicture("png")],
    ["an extension that reports can't have", "a.html", pdfFile],
    ["HTML as a text file", "a.csv", createTextFile("<script>1</script>", "text/csv")],
  ])("threat 27: can't be created from %s, which is deleted", async (_, filename, file) => {
    const { status, json, uploadURL } = await uploadReport(filename, file);
    expect([status, json.code]).toEqual([400, "report_not_accepted"]);
    expect((await createReport(uploadURL, filename)).status).toBe(404);
  });

  it("can't be created from a file hosted elsewhere", async () => {
    const { json, status } = await createReport("https://evil.example/report.pdf", "report.pdf");
    expect([status, json.code]).toEqual([404, "upload_not_found"]);
  });
});

describe("threat 28: the file of a report", () => {
  it("is readable by visitors while the report is published, and always by administrators", async () => {
    const { json } = await uploadReport("Zahlen, März.pdf", pdfFile);
    const requestFile = (readerToken?: string) =>
      request("GET", json.fileUrl, { token: readerToken });
    const publicResponse = await requestFile();
    expect([publicResponse.status, publicResponse.text]).toEqual([200, "%PDF-1.7\nfigures\n%%EOF"]);
    expect(Object.fromEntries(publicResponse.headers)).toMatchObject({
      "content-type": "application/pdf",
      "content-disposition": expect.stringMatching(/^inline; .*UTF-8''Zahlen%2C%20M%C3%A4rz\.pdf$/),
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    });

    expect((await togglePublished(json.id)).json).toEqual({ message: "Report unpublished" });
    expect((await requestFile()).status).toBe(404);
    expect((await requestFile(token)).text).toBe("%PDF-1.7\nfigures\n%%EOF");
  });

  it("has no direct Storage URL in the public list, and its bucket is private", async () => {
    const { json } = await request("GET", "/api/financial-reports/published");
    expect(json.length).toBeGreaterThan(2);
    for (const { fileUrl } of json) {
      expect(fileUrl).toMatch(/^\/api\/financial-reports\/[\da-f-]{36}\/file$/);
      expect((await request("GET", fileUrl)).status).toBe(200);
    }
    const files = await sql<{ name: string }[]>`
      select name from storage.objects where bucket_id = 'reports'`;
    expect(files.length).toBeGreaterThan(3);
    const fetchFile = (path: string) =>
      fetch(`${facts.apiUrl}/storage/v1/object/${path}`, {
        headers: {
          apikey: facts.publishableKey,
          Authorization: `Bearer ${facts.publishableKey}`,
        },
      });
    // The same request finds a public picture.
    const [picture] = await sql<[{ name: string }]>`
      select name from storage.objects where bucket_id = 'images' limit 1`;
    expect((await fetchFile(`public/images/${picture.name}`)).ok).toBe(true);
    for (const { name } of files) {
      for (const path of ["", "public/", "authenticated/"]) {
        expect((await fetchFile(`${path}reports/${name}`)).ok, `${path}${name}`).toBe(false);
      }
    }
  });

  it("is always served as a download if it is an SVG, which could contain a script", async () => {
    const { json } = await uploadReport("plan.svg", createTextFile("<svg/>", "image/svg+xml"));
    const { headers } = await request("GET", json.fileUrl);
    expect(headers.get("Content-Disposition")).toMatch(/^attachment; /);
    expect(headers.get("Content-Security-Policy")).toContain("default-src 'none'");
  });
});

const listAll = (query: string) =>
  request("GET", `/api/financial-reports?search=again-${query}`, { token });
const listFilenames = ({ json }: { json: { filename: string }[] }) =>
  json.map(({ filename }) => filename);

describe("FIN-23, FIN-28, FIN-32, threat 28: the published state of a report", () => {
  const listPublished = (
    search: string,
    headers: Record<string, string> = {},
    readerToken?: string,
  ) =>
    request("GET", `/api/financial-reports/published?search=${search}`, {
      headers,
      token: readerToken,
    });

  it("immediately hides an unpublished report from everyone but administrators, and shows it unchanged when published again", async () => {
    const name = `again-${Date.now()}.pdf`;
    const { json: report } = await uploadReport(name, pdfFile);
    const [volunteer, fileUrl] = [
      await signIn(logins.volunteer.email, logins.volunteer.password),
      report.fileUrl as string,
    ];
    const firstListResponse = await listPublished(name);
    expect(listFilenames(firstListResponse)).toEqual([name]);
    const etag = firstListResponse.headers.get("ETag") ?? "";
    expect((await listPublished(name, { "If-None-Match": etag })).status).toBe(304);
    const fileResponse = await request("GET", fileUrl);
    expect(fileResponse.status).toBe(200);
    expect(["etag", "last-modified"].filter((header) => fileResponse.headers.has(header))).toEqual(
      [],
    );

    for (const round of [1, 2]) {
      expect((await togglePublished(report.id)).json).toEqual({ message: "Report unpublished" });
      const headerCases: readonly Record<string, string>[] = [
        {},
        { "If-None-Match": "*" },
        { Range: "bytes=0-3" },
      ];
      for (const headers of headerCases) {
        for (const readerToken of [undefined, volunteer.token, facts.publishableKey]) {
          const fileResponse = await request("GET", fileUrl, { headers, token: readerToken });
          expect([401, 404], `round ${round}`).toContain(fileResponse.status);
          expect(fileResponse.text).not.toContain("%PDF");
          expect(fileResponse.headers.get("Cache-Control")).toBe("no-store");
        }
      }
      expect((await request("HEAD", fileUrl)).status).toBe(404);
      // The list may be cached for a second. After that, everyone gets the new list.
      await expect.poll(async () => listFilenames(await listPublished(name))).toEqual([]);
      const response = await listPublished(name, { "If-None-Match": etag });
      expect([response.status, response.json]).toEqual([200, []]);
      expect(listFilenames(await listPublished(name, {}, token))).toEqual([]);
      const restResponse = await fetch(
        `${facts.apiUrl}/rest/v1/financial_reports?select=id,published,file_url&published=eq.false`,
        { headers: { apikey: facts.publishableKey } },
      );
      expect(restResponse.ok ? await restResponse.json() : []).toEqual([]);
      // Administrators still see the report, marked as unpublished.
      expect((await listAll(`${name.slice(6)}&published=false`)).json).toMatchObject([
        { id: report.id, published: false, fileUrl },
      ]);
      expect((await request("GET", fileUrl, { token })).text).toBe("%PDF-1.7\nfigures\n%%EOF");

      expect((await togglePublished(report.id)).json).toEqual({ message: "Report published" });
      expect((await request("GET", fileUrl)).status).toBe(200);
      await expect.poll(async () => listFilenames(await listPublished(name))).toEqual([name]);
    }
  });

  it("FIN-32: is set to the requested state, or toggled without a body", async () => {
    const { id } = (await uploadReport("figures.pdf", pdfFile)).json as { id: string };
    const toggleAndReadMessage = async (body?: object) =>
      (await togglePublished(id, body)).json.message as string;
    expect(await toggleAndReadMessage({ published: false })).toBe("Report unpublished");
    expect(await toggleAndReadMessage({ published: false })).toBe("Report unpublished");
    expect(await toggleAndReadMessage()).toBe("Report published");
    expect(await toggleAndReadMessage({ published: true })).toBe("Report published");
    expect((await togglePublished(id, {})).status).toBe(400);
  });

  it("returns 404 when an unknown report is toggled or deleted", async () => {
    expect((await togglePublished(SOME_ID)).status).toBe(404);
    expect((await remove(SOME_ID)).status).toBe(404);
  });
});

it("FIN-30: the full list is sorted by date or name and has no storage paths", async () => {
  const namePrefix = `again-${Date.now()}`;
  for (const name of ["b", "a", "c"]) await uploadReport(`${namePrefix}-${name}.pdf`, pdfFile);
  const listInOrder = async (sort: string) =>
    listFilenames(await listAll(`${namePrefix.slice(6)}&sort=${sort}`)).map((name) => name.at(-5));
  expect(await listInOrder("-createdAt")).toEqual(["c", "a", "b"]);
  expect(await listInOrder("filename")).toEqual(["a", "b", "c"]);
  const { json, text: responseText } = await listAll(namePrefix.slice(6));
  const fieldNames =
    "coverAlt coverUrl createdAt description fileSize fileUrl filename id previewUrl published updatedAt";
  expect(Object.keys(json[0]).toSorted()).toEqual(fieldNames.split(" "));
  expect(responseText).not.toContain("/reports/");
  expect((await request("GET", "/api/financial-reports")).status).toBe(401);
});

describe("FIN-33: a deleted report", () => {
  const findStoredFile = async (id: string) => {
    const [row] = await sql<{ name: string }[]>`
      select replace(file_url, '/reports/', '') as name from public.financial_reports where id = ${id}`;
    const { name } = row!;
    return {
      name,
      count: async () =>
        (await sql`select from storage.objects where bucket_id = 'reports' and name = ${name}`)
          .length,
    };
  };

  it("loses its file for good", async () => {
    const { json } = await uploadReport("gone.pdf", pdfFile);
    const storedFile = await findStoredFile(json.id);
    expect(await storedFile.count()).toBe(1);
    expect((await remove(json.id)).json).toEqual({ message: "Report deleted" });
    expect((await request("GET", json.fileUrl, { token })).status).toBe(404);
    await expect.poll(storedFile.count).toBe(0);
  });

  it("disappears even when Storage fails, and the sweep deletes the file later", async () => {
    const { json } = await uploadReport("stuck.pdf", pdfFile);
    const storedFile = await findStoredFile(json.id);
    const platformSql = connectAsPlatform();
    // Counts the removals with a sequence, because it keeps its value when a removal is rolled back.
    await platformSql.unsafe(`
      create sequence private.refused_removals;
      create function private.refuse_removal() returns trigger language plpgsql security definer as
        'begin
          perform nextval(''private.refused_removals'');
          raise exception ''Storage is down'';
        end';
      create trigger refuse_removal before delete on storage.objects
        for each row when (old.name = '${storedFile.name}') execute function private.refuse_removal()`);
    try {
      expect((await remove(json.id)).status).toBe(200);
      expect((await request("GET", json.fileUrl, { token })).status).toBe(404);
      const wasRefused = async () =>
        (await platformSql`select is_called from private.refused_removals`)[0]?.["is_called"];
      await expect.poll(wasRefused).toBe(true);
      expect(await storedFile.count()).toBe(1);
    } finally {
      await platformSql.unsafe(`
        drop function private.refuse_removal() cascade;
        drop sequence private.refused_removals`);
    }
    await platformSql`update storage.objects set created_at = now() - interval '25 hours' where name = ${storedFile.name}`;
    await platformSql.end();
    await request("POST", "/api/uploads/sweep", { token: facts.secretKey });
    expect(await storedFile.count()).toBe(0);
  });
});
