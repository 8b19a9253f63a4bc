import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { picture, type SentFile } from "../pictures.ts";
import { clearRateLimits, facts, request, signInAdmin, sql } from "./stack.ts";
import { put, upload } from "./uploading.ts";

const DESCRIPTION = "Report of a test";
let token = "";
beforeAll(async () => {
  token = (await signInAdmin()).token;
});
beforeEach(() => clearRateLimits());
afterAll(async () => {
  await sql`delete from public.financial_reports where description = ${DESCRIPTION}`;
});

const text = (content: string, type: string): SentFile => ({
  bytes: new TextEncoder().encode(content),
  type,
});
const pdf = text("%PDF-1.7\nfigures", "application/pdf");

const record = (fileUrl: string, filename: string) =>
  request("POST", "/api/financial-reports", {
    body: { description: DESCRIPTION, filename, fileUrl, previewUrl: "https://evil.example/x.png" },
    token,
  });
async function add(filename: string, file: SentFile) {
  const { uploadURL } = await upload("/api/financial-reports/upload", file, token);
  return { ...(await record(uploadURL, filename)), uploadURL };
}
const publish = (id: string, published: boolean) =>
  sql`update public.financial_reports set published = ${published} where id = ${id}`;

describe("a report", () => {
  it("FIN-31, FIN-34: is sent to an address of ours, checked and recorded with one entry of the audit log", async () => {
    const { status, json, uploadURL } = await add("figures.pdf", pdf);
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
    // The address has done its work.
    await put(uploadURL, pdf);
    expect((await record(uploadURL, "figures.pdf")).status).toBe(404);
  });

  it("FIN-27: that is a picture is its own preview", async () => {
    const { json } = await add("table.png", picture("png"));
    expect(json.previewUrl).toBe(json.fileUrl);
    const shown = await request("GET", json.fileUrl);
    expect(shown.headers.get("Content-Type")).toBe("image/png");
  });

  it.each([
    ["a page that calls itself a PDF", "a.pdf", text("<html>", "application/pdf")],
    ["a picture that calls itself a PDF", "a.pdf", picture("png")],
    ["a name that is none of a report", "a.html", pdf],
    ["a text that is a page", "a.csv", text("<script>1</script>", "text/csv")],
  ])("threats row 27: %s is refused and not kept", async (_, filename, file) => {
    const { status, json, uploadURL } = await add(filename, file);
    expect([status, json.code]).toEqual([400, "report_not_accepted"]);
    expect((await record(uploadURL, filename)).status).toBe(404);
  });

  it("a file from elsewhere is not taken", async () => {
    const { json, status } = await record("https://evil.example/report.pdf", "report.pdf");
    expect([status, json.code]).toEqual([404, "upload_not_found"]);
  });
});

describe("the file of a report (threats row 28)", () => {
  it("is read as long as the report is published, and by administrators always", async () => {
    const { json } = await add("Zahlen, März.pdf", pdf);
    const open = (as?: string) => request("GET", json.fileUrl, { token: as });
    const published = await open();
    expect([published.status, published.text]).toEqual([200, "%PDF-1.7\nfigures"]);
    expect(Object.fromEntries(published.headers)).toMatchObject({
      "content-type": "application/pdf",
      "content-disposition": expect.stringMatching(/^inline; .*UTF-8''Zahlen%2C%20M%C3%A4rz\.pdf$/),
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    });

    await publish(json.id, false);
    expect((await open()).status).toBe(404);
    expect((await open(token)).text).toBe("%PDF-1.7\nfigures");
  });

  it("leads nowhere else: no answer names its place, and its bucket is shut", async () => {
    const { json } = await request("GET", "/api/financial-reports/published");
    expect(json.length).toBeGreaterThan(2);
    for (const { fileUrl } of json) {
      expect(fileUrl).toMatch(/^\/api\/financial-reports\/[\da-f-]{36}\/file$/);
      expect((await request("GET", fileUrl)).status).toBe(200);
    }
    const files = await sql<{ name: string }[]>`
      select name from storage.objects where bucket_id = 'reports'`;
    expect(files.length).toBeGreaterThan(3);
    for (const { name } of files) {
      for (const path of ["", "public/", "authenticated/"]) {
        const answer = await fetch(`${facts.apiUrl}/storage/v1/object/${path}reports/${name}`, {
          headers: {
            apikey: facts.publishableKey,
            Authorization: `Bearer ${facts.publishableKey}`,
          },
        });
        expect(answer.ok, `${path}${name}`).toBe(false);
      }
    }
  });

  it("a drawing, which could hold a script, is only downloaded", async () => {
    const { json } = await add("plan.svg", text("<svg/>", "image/svg+xml"));
    const { headers } = await request("GET", json.fileUrl);
    expect(headers.get("Content-Disposition")).toMatch(/^attachment; /);
    expect(headers.get("Content-Security-Policy")).toContain("default-src 'none'");
  });
});
