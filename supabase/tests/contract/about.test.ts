import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { SITE_SECTIONS } from "../../functions/_shared/contracts/choices.ts";
import { logins } from "../demo-logins.ts";
import { fingerprint, readLastEntryId, request, signIn, signInAdmin, sql } from "./stack.ts";
import { DEMO_PICTURE } from "./uploading.ts";

interface Item {
  readonly id: string;
  readonly title: string;
  readonly order: number;
}

const NO_TOKEN = "";
let adminToken = "";
let volunteerToken = "";
let originalItems: Record<string, unknown>[] = [];
let originalSection: object = {};

const call = (method: string, path: string, body?: object, token = adminToken) =>
  request(method, path, { ...(token !== NO_TOKEN && { token }), ...(body && { body }) });
const change = (id: string, body: object) => call("PUT", `/api/about-items/${id}`, body);
const list = async (query = "", token = adminToken): Promise<Item[]> =>
  (await call("GET", `/api/about-items${query}`, undefined, token)).json as Item[];
const joinTitles = (items: readonly Item[]) => items.map(({ title }) => title).join("");
/** Returns all titles in order, after checking that the order has no gaps or duplicates. */
const readOrder = async () => {
  const items = await list("?includeDeleted=true");
  expect(items.map(({ order: position }) => position)).toEqual(items.map((_, index) => index + 1));
  return joinTitles(items);
};
const findId = async (wantedTitle: string) =>
  (await list("?includeDeleted=true")).find(({ title }) => title === wantedTitle)!.id;
const readEntriesSince = (id: string) => sql`
  select action, table_name, actor_name from public.audit_log where id > ${id} order by id`;

beforeAll(async () => {
  adminToken = (await signInAdmin()).token;
  volunteerToken = (await signIn(logins.volunteer.email, logins.volunteer.password)).token;
  originalItems = await sql`select * from public.about_items`;
  originalSection = (await call("GET", "/api/section/about")).json;
});
beforeEach(async () => {
  await sql`delete from public.about_items`;
  for (const title of ["A", "B", "C", "D", "E"]) {
    await call("POST", "/api/about-items", { title, description: `What ${title} is` });
  }
});
afterAll(async () => {
  await sql`delete from public.about_items`;
  await sql`insert into public.about_items ${sql(originalItems)}`;
  await call("POST", "/api/section-header", { section: "about", ...originalSection });
});

describe("mission items", () => {
  it("ABOUT-07, ABOUT-11: adds a new item at the end, visible to visitors", async () => {
    const entryIdBefore = await readLastEntryId();
    const { status, json } = await call("POST", "/api/about-items", {
      title: "F",
      description: "New",
    });
    expect([status, json]).toEqual([
      201,
      {
        id: expect.any(String),
        title: "F",
        description: "New",
        order: 6,
        isActive: true,
        updatedAt: expect.any(String),
      },
    ]);
    expect(await readEntriesSince(entryIdBefore)).toEqual([
      { action: "insert", table_name: "about_items", actor_name: logins.admin.username },
    ]);
    expect(joinTitles(await list("", NO_TOKEN))).toBe("ABCDEF");
    const readJoinedHomeTitles = async () =>
      joinTitles((await request("GET", "/api/home")).json.about.items as Item[]);
    await expect.poll(readJoinedHomeTitles).toBe("ABCDEF");
  });

  it("ABOUT-11: inserts an item at a given position and shifts the rest", async () => {
    const add = (title: string, position: number) =>
      call("POST", "/api/about-items", { title, description: "x", order: position });
    expect((await add("X", 2)).json.order).toBe(2);
    expect(await readOrder()).toBe("AXBCDE");
    expect((await add("Z", 5000)).json.order).toBe(7);
    expect(await readOrder()).toBe("AXBCDEZ");
  });

  it.each([
    ["A", 3, "BCADE"],
    ["E", 1, "EABCD"],
    ["B", 2, "ABCDE"],
    ["C", 5, "ABDEC"],
    ["A", 99, "BCDEA"],
  ])("ABOUT-12: moving %s to position %i gives the order %s", async (title, position, expected) => {
    expect((await change(await findId(title), { order: position })).status).toBe(200);
    expect(await readOrder()).toBe(expected);
  });

  it("ABOUT-12: reorders items whose order values are equal and logs each one that moved", async () => {
    await sql`update public.about_items set "order" = 7`;
    const entryIdBefore = await readLastEntryId();
    expect((await change(await findId("D"), { order: 2, title: "d" })).json).toMatchObject({
      title: "d",
      order: 2,
    });
    expect(await readOrder()).toBe("AdBCE");
    // One audit entry for the title and five for the positions.
    expect(await readEntriesSince(entryIdBefore)).toHaveLength(6);
  });

  it("ABOUT-12: keeps the order valid when two people reorder at the same time", async () => {
    const [firstId, lastId] = [await findId("A"), await findId("E")];
    const responses = await Promise.all(
      Array.from({ length: 4 }, (_, index) => [
        change(firstId, { order: 5 - index }),
        change(lastId, { order: index + 1 }),
      ]).flat(),
    );
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
    expect((await readOrder()).split("").toSorted().join("")).toBe("ABCDE");
  });

  it("ABOUT-04, ABOUT-10, ABOUT-13: a deleted item is visible only to administrators, keeps its place and can be restored", async () => {
    const id = await findId("B");
    const { status, json } = await call("DELETE", `/api/about-items/${id}`);
    expect([status, json]).toEqual([200, { message: "Mission item deleted" }]);
    for (const token of [adminToken, volunteerToken, NO_TOKEN]) {
      expect(joinTitles(await list("", token))).toBe("ACDE");
    }
    expect(joinTitles(await list("?includeDeleted=true", volunteerToken))).toBe("ACDE");
    expect(joinTitles(await list("?includeDeleted=true", NO_TOKEN))).toBe("ACDE");
    const [, deletedItem] = await list("?includeDeleted=true");
    expect(deletedItem).toEqual({
      id,
      title: "B",
      description: "What B is",
      order: 2,
      isActive: false,
      updatedAt: expect.any(String),
    });
    expect((await change(id, { isActive: true })).json).toMatchObject({
      title: "B",
      order: 2,
      isActive: true,
    });
    expect(joinTitles(await list("", NO_TOKEN))).toBe("ABCDE");
  });

  it("ABOUT-05, threat 6: returns 400 naming the field for bad input and changes nothing", async () => {
    const before = await fingerprint();
    const id = await findId("A");
    for (const [body, path] of [
      [{ title: " ", description: "x" }, "title"],
      [{ title: "x", description: "" }, "description"],
      [{ title: "x\ny", description: "x" }, "title"],
      [{ title: "x", description: "x", order: 0 }, "order"],
      [{ title: "x", description: "x", id }, "body"],
    ] as const) {
      for (const response of [
        await call("POST", "/api/about-items", body),
        await change(id, body),
      ]) {
        expect([response.status, response.json.code]).toEqual([400, "validation_failed"]);
        expect(response.json.issues[0].path).toBe(path);
      }
    }
    expect((await call("POST", "/api/about-items", { title: "x" })).status).toBe(400);
    expect(await fingerprint()).toBe(before);
  });

  it("ABOUT-12, ABOUT-13: returns 404 for an unknown item, and only administrators may change items", async () => {
    const id = await findId("A");
    const unknownItemPath = `/api/about-items/${randomUUID()}`;
    const before = await fingerprint();
    expect((await call("PUT", unknownItemPath, { order: 1 })).status).toBe(404);
    expect((await call("DELETE", unknownItemPath)).status).toBe(404);
    for (const [method, path] of [
      ["POST", "/api/about-items"],
      ["PUT", `/api/about-items/${id}`],
      ["DELETE", `/api/about-items/${id}`],
      ["POST", "/api/section-header"],
    ] as const) {
      const body =
        path === "/api/section-header"
          ? { section: "about", header: "x", content: "x" }
          : { title: "x", description: "x" };
      const requestBody = method === "DELETE" ? undefined : body;
      expect((await request(method, path, { body: requestBody })).status).toBe(401);
      expect((await call(method, path, requestBody, volunteerToken)).status).toBe(403);
    }
    expect(await fingerprint()).toBe(before);
  });
});

const listSections = async () =>
  (await call("GET", "/api/sections")).json as { section: string; [column: string]: unknown }[];
const restoreSection = async (
  originalSections: Awaited<ReturnType<typeof listSections>>,
  name: string,
) => {
  const {
    header,
    updatedAt: _,
    ...row
  } = originalSections.find(({ section: sectionName }) => sectionName === name)!;
  const fieldNames =
    row["content"] === null ? ["section", "imageUrl", "imageAlt"] : Object.keys(row);
  const body = Object.fromEntries(fieldNames.map((field) => [field, row[field]]));
  expect([header, (await call("POST", "/api/section-header", body)).status]).toEqual([null, 200]);
};

describe("site sections", () => {
  const aboutSection = {
    header: "Why we pack",
    content: "One box at a time,\nsince 2011.",
    imageUrl: DEMO_PICTURE,
    imageAlt: "A packing table",
  };

  it("ABOUT-14, ABOUT-15: the About section shows the header, text and picture that were saved", async () => {
    const entryIdBefore = await readLastEntryId();
    const { status, json } = await call("POST", "/api/section-header", {
      section: "about",
      ...aboutSection,
    });
    const expected = { ...aboutSection, updatedAt: expect.any(String) };
    expect([status, json]).toEqual([200, expected]);
    expect(await readEntriesSince(entryIdBefore)).toEqual([
      { action: "update", table_name: "section_content", actor_name: logins.admin.username },
    ]);
    const readSection = async () => (await request("GET", "/api/section/about")).json;
    await expect.poll(readSection).toEqual(json);
    const readHomeSection = async () => (await request("GET", "/api/home")).json.about;
    await expect.poll(readHomeSection).toMatchObject(aboutSection);
  });

  it("ABOUT-15: the About section keeps its picture when a save omits it and removes it when a save sends null", async () => {
    const textFields = { section: "about", header: "Why", content: "So." };
    await call("POST", "/api/section-header", { section: "about", ...aboutSection });
    expect((await call("POST", "/api/section-header", textFields)).json.imageUrl).toBe(
      aboutSection.imageUrl,
    );
    // Removing the picture also removes its description.
    const fieldsWithoutPicture = { ...textFields, imageUrl: null };
    expect((await call("POST", "/api/section-header", fieldsWithoutPicture)).json).toMatchObject({
      imageUrl: null,
      imageAlt: null,
    });
  });

  it("ABOUT-14, ABOUT-15: the About section is empty until the first save creates it", async () => {
    await sql`delete from public.section_content where section = 'about'`;
    const emptySection = {
      header: null,
      content: null,
      imageUrl: null,
      imageAlt: null,
      updatedAt: null,
    };
    await expect
      .poll(async () => (await call("GET", "/api/section/about")).json)
      .toEqual(emptySection);
    const textFields = { section: "about", header: "Why", content: "So." };
    expect((await call("POST", "/api/section-header", textFields)).json.header).toBe("Why");
  });

  it("HOME-28: a program has a description and a picture next to its figures", async () => {
    const originalSections = await listSections();
    const program = {
      content: "Brought in person.",
      imageUrl: aboutSection.imageUrl,
      imageAlt: "A visit",
    };
    const { status, json } = await call("POST", "/api/section-header", {
      section: "veterans",
      ...program,
    });
    expect([status, json]).toEqual([
      200,
      { header: null, ...program, updatedAt: expect.any(String) },
    ]);
    const readHomeProgram = async () =>
      (await request("GET", "/api/home")).json.programCounts.find(
        (item: { program: string }) => item.program === "Veterans",
      );
    const { content: description, ...programPicture } = program;
    await expect.poll(readHomeProgram).toMatchObject({ description, ...programPicture });
    await restoreSection(originalSections, "veterans");
  });

  it("HOME-18: other sections have only a picture, which saving null removes", async () => {
    const originalSections = await listSections();
    expect(originalSections.map(({ section: name }) => name)).toEqual(SITE_SECTIONS);
    await sql`delete from public.section_content where section = 'thank-you'`;
    const picture = { imageUrl: aboutSection.imageUrl, imageAlt: "A note" };
    const send = (values: object) =>
      call("POST", "/api/section-header", { section: "thank-you", ...values });
    expect((await send(picture)).json).toEqual({
      header: null,
      content: null,
      ...picture,
      updatedAt: expect.any(String),
    });
    const readThankYou = async () => (await request("GET", "/api/home")).json.sections.thankYou;
    await expect.poll(readThankYou).toEqual(picture);
    expect((await send({ imageUrl: null, imageAlt: null })).status).toBe(200);
    expect((await listSections()).at(-1)).toEqual({
      section: "thank-you",
      header: null,
      content: null,
      imageUrl: null,
      imageAlt: null,
      updatedAt: expect.any(String),
    });
    await expect.poll(readThankYou).toBeNull();
    await restoreSection(originalSections, "thank-you");
  });

  it.each([
    ["a program without its description", { section: "veterans" }],
    ["a description of 241 characters", { section: "veterans", content: "x".repeat(241) }],
    ["a header for a program", { section: "veterans", content: "x", header: "x" }],
    ["text for a picture-only section", { section: "volunteer", imageUrl: null, content: "x" }],
    ["no picture for a picture-only section", { section: "volunteer" }],
  ])("ABOUT-15: %s returns 400 and changes nothing", async (_, body) => {
    const before = await fingerprint();
    const { status, json } = await call("POST", "/api/section-header", body);
    expect([status, json.code]).toEqual([400, "validation_failed"]);
    expect(await fingerprint()).toBe(before);
  });

  it("threat 2: only administrators can list the sections", async () => {
    expect((await request("GET", "/api/sections")).status).toBe(401);
    expect((await call("GET", "/api/sections", undefined, volunteerToken)).status).toBe(403);
  });

  it.each([
    ["UPL-07: an upload URL", { imageUrl: "http://x/storage/v1/object/upload/sign/a" }],
    ["threat 26: another host", { imageUrl: "https://evil.example/a.png" }],
    ["threat 26: a script", { imageUrl: "javascript:alert(1)" }],
    ["a smaller size of a picture", { imageUrl: `/images/site/${randomUUID()}/480` }],
    ["no header", { header: " " }],
    ["an unknown section", { section: "hero" }],
    ["threat 6: an id", { id: randomUUID() }],
  ])("ABOUT-15: %s returns 400 and keeps the section", async (_, invalidFields) => {
    const before = await fingerprint();
    const { status, json } = await call("POST", "/api/section-header", {
      section: "about",
      ...aboutSection,
      ...invalidFields,
    });
    expect([status, json.code]).toEqual([400, "validation_failed"]);
    expect(await fingerprint()).toBe(before);
  });
});
