import { beforeAll, expect, it } from "vitest";
import { listSmallerPaths } from "../../functions/_shared/rules/pictures.ts";
import { getSharePicture } from "../../functions/_shared/rules/share-pictures.ts";
import { facts, request, signInAdmin, sql } from "./stack.ts";

interface Picture {
  readonly imageUrl: string;
  readonly imageAlt: string | null;
}

/** Returns the drawn scenes that the seed uses as pictures. */
const readSeededPictures = () => sql<Picture[]>`
  select image_url as "imageUrl", image_alt as "imageAlt"
  from (
    select image_url, image_alt from public.hero_section
    union all select image_url, image_alt from public.section_content
    union all select image_url, image_alt from public.blog_posts where is_published
    union all select image_url, image_alt from public.testimonials where is_active
    union all select image_url, image_alt from public.volunteer_highlights where is_published
    union all select image_url, image_alt from public.team_members where is_active
  ) as picture
  where image_url like '%/5ce4e000-%'`;

/** Returns the paths of a picture, of its smaller sizes and of its JPEG for link previews. */
const listPaths = ({ imageUrl }: Picture) => [
  imageUrl,
  ...listSmallerPaths(imageUrl),
  ...(getSharePicture(imageUrl) ? [getSharePicture(imageUrl)!.path] : []),
];

let adminToken = "";
beforeAll(async () => {
  adminToken = (await signInAdmin()).token;
});

it("every drawn scene exists in all its sizes as WebP, and of posts as a JPEG for link previews, cached for a year unless it can be withdrawn", async () => {
  const pictures = await readSeededPictures();
  expect(pictures.length).toBeGreaterThan(17);
  expect(pictures.filter(({ imageAlt }) => !imageAlt)).toEqual([]);
  expect(pictures.filter(({ imageUrl }) => getSharePicture(imageUrl))).toHaveLength(5);
  for (const path of new Set(pictures.flatMap(listPaths))) {
    const response = await fetch(`${facts.webUrl}${path}`);
    expect([response.status, response.headers.get("content-type")], path).toEqual([
      200,
      path.endsWith("/share") ? "image/jpeg" : "image/webp",
    ]);
    const maxAge = path.startsWith("/images/site/") ? 31_536_000 : 60;
    expect(response.headers.get("cache-control"), path).toContain(`max-age=${maxAge}`);
    expect((await response.arrayBuffer()).byteLength, path).toBeGreaterThan(2000);
  }
});

it("threat 27: the sweep of unused uploads keeps drawn scenes, however old they are", async () => {
  const names = (await readSeededPictures())
    .flatMap(listPaths)
    .map((path) => path.replace("/images/", ""));
  const originalRows = await sql<{ id: string; createdAt: Date }[]>`
    select id, created_at as "createdAt" from storage.objects where name in ${sql(names)}`;
  expect(originalRows).toHaveLength(new Set(names).size);
  await sql`update storage.objects set created_at = now() - interval '9 days' where name in ${sql(names)}`;
  const { status } = await request("POST", "/api/uploads/sweep", { token: facts.secretKey });
  expect(status).toBe(200);
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from storage.objects where name in ${sql(names)}`;
  expect(row?.count).toBe(new Set(names).size);
  for (const { id, createdAt } of originalRows) {
    await sql`update storage.objects set created_at = ${createdAt} where id = ${id}`;
  }
});

it("the list of missing pictures counts records without a picture or alt text and names the newest such post", async () => {
  const countMissing = async () =>
    (await request("GET", "/api/uploads/missing", { token: adminToken })).json as {
      posts: { pictures: number; altTexts: number };
      firstPost: string | null;
    };
  const before = await countMissing();
  const [newestPost, secondPost] = await sql<{ id: string; imageUrl: string; imageAlt: string }[]>`
    select id, image_url as "imageUrl", image_alt as "imageAlt" from public.blog_posts
    where is_published and image_alt is not null order by published_at desc limit 2`;
  await sql`update public.blog_posts set image_alt = ' ' where id = ${newestPost!.id}`;
  await sql`update public.blog_posts set image_url = null where id = ${secondPost!.id}`;
  const after = await countMissing();
  expect(after.posts).toEqual({
    pictures: before.posts.pictures + 1,
    altTexts: before.posts.altTexts + 1,
  });
  expect(after.firstPost).toBe(newestPost!.id);
  for (const { id, imageUrl, imageAlt } of [newestPost!, secondPost!]) {
    await sql`update public.blog_posts set image_url = ${imageUrl}, image_alt = ${imageAlt} where id = ${id}`;
  }
  expect(await countMissing()).toEqual(before);
  expect((await request("GET", "/api/uploads/missing")).status).toBe(401);
});

it("FIN-08: the demo's first report card is the annual report", async () => {
  const [firstReport] = await sql<{ description: string }[]>`
    select description from public.financial_reports
    where published and file_url like '/reports/5d1f0c53-%' order by created_at desc limit 1`;
  expect(firstReport?.description).toMatch(/^Annual report/);
});
