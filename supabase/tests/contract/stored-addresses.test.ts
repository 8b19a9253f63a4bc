import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import type { EndpointDefinition } from "../../functions/_shared/contracts/endpoint.ts";
import { listRequiredFields, createSample, createSamples } from "../samples.ts";
import { MARKDOWN_PAYLOADS, createUrlPayloads } from "../payloads.ts";
import { readTestPicture } from "../pictures.ts";
import { logins } from "../demo-logins.ts";
import {
  clearRateLimits,
  endpoints,
  fingerprint,
  requestPath,
  request,
  signIn,
  signInAdmin,
  sql,
} from "./stack.ts";
import { upload } from "./uploading.ts";
import { uniqueWord } from "../unique-word.ts";

const MARKER = `evil${uniqueWord()}`;
const payloads = createUrlPayloads(MARKER);
let adminToken = "";
let volunteer: { id: string; token: string };
beforeAll(async () => {
  adminToken = (await signInAdmin()).token;
  volunteer = await signIn(logins.volunteer.email, logins.volunteer.password);
});
beforeEach(() => clearRateLimits());

/** Returns the object schemas of an endpoint's body. Some endpoints accept several. */
const listBodySchemas = (body: EndpointDefinition["body"]) => {
  const schemas = body instanceof z.ZodDiscriminatedUnion ? body.options : [body];
  return schemas.filter((option) => option instanceof z.ZodObject);
};

/** Returns the `section` that selects this schema. */
const findSection = ({ shape }: z.ZodObject) =>
  "section" in shape ? String(createSample(shape["section"] as z.ZodType)) : "";

/** Every field that holds a URL, with its endpoint. */
const fields = endpoints.flatMap(([name, endpoint]) => {
  return listBodySchemas(endpoint.body).flatMap((body) =>
    Object.keys(body.shape)
      .filter((field) => /url$/i.test(field))
      .map((field) => ({
        name: [name, findSection(body)].filter(Boolean).join(" "),
        field,
        endpoint,
        body,
      })),
  );
});

/** Fields that are required only when a whole record is sent without a version. */
const fullRecordFields = ["header", "content", "headline", "coreMessage"];

/** Returns a body whose other required fields are valid, so that only the URL can be refused. */
const createBody = (body: z.ZodObject, field: string, url: string) => {
  const otherFields = [
    ...listRequiredFields(body),
    ...fullRecordFields.filter((name) => name in body.shape),
  ];
  return { ...createSamples(body, otherFields), [field]: url };
};

const send = async (endpoint: EndpointDefinition, body: object) => {
  const token = endpoint.access === "volunteer" ? volunteer.token : adminToken;
  return request(endpoint.method, requestPath(endpoint, { volunteerId: volunteer.id }), {
    body,
    ...(endpoint.access === "public" ? {} : { token }),
  });
};

/** Returns the table name of each row that contains the text in any column. */
async function listTablesContaining(text: string): Promise<string[]> {
  const tables = await sql<{ name: string }[]>`
    select format('%I.%I', nspname, relname) as name
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where nspname in ('public', 'storage') and relkind = 'r' order by 1`;
  const tableNames = await Promise.all(
    tables.map(async ({ name }) => {
      const rows = await sql.unsafe(
        `select from ${name} as entry where position($1 in entry::text) > 0`,
        [text],
      );
      return rows.map(() => name);
    }),
  );
  return tableNames.flat();
}

describe("threat 26: the fields that hold URLs", () => {
  it("include every known picture and link field", () => {
    expect(payloads).toHaveLength(20);
    const pictureFields = [
      "imageUrl",
      "coverUrl",
      "fileUrl",
      "previewUrl",
      "url",
      "testimonialImageURL",
    ];
    const linkFields = ["employerMatchUrl", "facebookUrl", "instagramUrl", "xUrl", "youtubeUrl"];
    expect(fields.map(({ field }) => field)).toEqual(
      expect.arrayContaining([...pictureFields, "missionImageURL", ...linkFields]),
    );
  });

  it.each(fields.filter(({ field }) => /^(image|cover)Url$/.test(field)))(
    "threat 27: refuse a picture that doesn't exist ($name: $field)",
    async ({ endpoint, field, body }) => {
      const paths = [
        `/images/site/${randomUUID()}/960x640`,
        `/images/stories/${randomUUID()}`,
        `/images/highlights/${volunteer.id}/${randomUUID()}`,
      ].filter((path) => body.safeParse(createBody(body, field, path)).success);
      expect(paths).not.toEqual([]);
      const before = await fingerprint();
      for (const path of paths) {
        const { status, json } = await send(endpoint, createBody(body, field, path));
        // The volunteer's own record is looked up before the picture, so the response may be 404.
        if (path.startsWith("/images/highlights/") && status === 404) continue;
        expect([status, json.code], path).toEqual([400, "validation_failed"]);
        expect(json.issues[0].path).toBe(field);
        expect(json.message).toContain("couldn't find");
      }
      expect(await fingerprint()).toBe(before);
    },
  );

  it.each(fields)(
    "never store a URL that is neither a path on the site nor a web address ($name: $field)",
    async ({ endpoint, field, body }) => {
      const ownUrl = `/images/site/${randomUUID()}`;
      const validUrls = [ownUrl, ownUrl.replace("site", "stories"), "https://x.example.org/boxes"];
      validUrls.push(
        `${ownUrl}/960x640`,
        `/images/highlights/${volunteer.id}/${randomUUID()}`,
        `/signatures/${randomUUID()}`,
      );
      const isAccepted = (url: string) => body.safeParse(createBody(body, field, url)).success;
      expect(validUrls.some(isAccepted), "a valid URL is refused as well").toBe(true);

      const before = await fingerprint();
      for (const payload of payloads) {
        await clearRateLimits();
        const requestBody = createBody(body, field, payload);
        // The API ignores this URL, so the request succeeds if the rest of the body is valid.
        const isIgnored = field === "previewUrl";
        if (isIgnored) {
          const file = await upload(
            "/api/financial-reports/upload",
            readTestPicture("png"),
            adminToken,
          );
          Object.assign(requestBody, { fileUrl: file.uploadURL, description: MARKER.slice(4) });
        }
        const { status, json } = await send(endpoint, requestBody);
        const context = `${payload}: ${JSON.stringify(json)}`;
        if (isIgnored) expect([201, 400], context).toContain(status);
        else expect([400, 404], context).toContain(status);
      }
      expect(await listTablesContaining(MARKER)).toEqual([]);
      if (field === "previewUrl") {
        await sql`delete from public.financial_reports where description = ${MARKER.slice(4)}`;
        return;
      }
      expect(await fingerprint()).toBe(before);
    },
  );
});

it("threat 26: a post with a link to a forbidden URL can't be created or updated", async () => {
  const [post] = await sql<{ id: string }[]>`select id from public.blog_posts limit 1`;
  const before = await fingerprint();
  for (const payload of MARKDOWN_PAYLOADS) {
    const content = `Before\n\n${payload}`;
    for (const response of [
      await request("POST", "/api/blog-posts", {
        body: { title: "A", content },
        token: adminToken,
      }),
      await request("PUT", `/api/blog-posts/${post!.id}`, {
        body: { content },
        token: adminToken,
      }),
    ]) {
      expect([response.status, response.json.issues?.[0].path], payload).toEqual([400, "content"]);
      expect(response.json.issues[0].message).toMatch(
        /^A (link leads to|picture is loaded from) “/,
      );
    }
  }
  expect(await fingerprint()).toBe(before);
});
