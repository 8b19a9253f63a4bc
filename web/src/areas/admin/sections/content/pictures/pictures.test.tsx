import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { SITE_SECTIONS } from "#contracts/choices.ts";
import { DraftOwner } from "#kit/forms/draft-owner.ts";
import { anId } from "#testing/builders.ts";
import { fakeApi, type FakeResponse, type FakeCall } from "#testing/fake-api.ts";
import { fakeUploads } from "#testing/fake-upload.ts";
import { expectLogged } from "#testing/logged-errors.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { renderInApp } from "#testing/render-app.tsx";
import { Pictures } from "./pictures.tsx";

const STORED_PATH = `/images/site/${anId()}/1440x960`;
const UPLOADED_PATH = `/images/site/${anId()}/1200x800-single`;
const UPDATED_AT = "2026-11-20T15:00:00.000Z";
const HERO = {
  headline: "A light in the window",
  coreMessage: "Fifty dollars fills one box.",
  imageUrl: STORED_PATH,
  imageAlt: "A lit tent at night",
  updatedAt: UPDATED_AT,
};
const NONE_MISSING = { pictures: 0, altTexts: 0 };
const MISSING_PICTURES = {
  posts: NONE_MISSING,
  firstPost: null,
  stories: NONE_MISSING,
  highlights: NONE_MISSING,
  reports: NONE_MISSING,
};

type OverridableRoute =
  | "GET /api/hero-section"
  | "GET /api/sections"
  | "GET /api/uploads/missing"
  | "POST /api/section-header"
  | "POST /api/update-hero-section";

interface SectionFields {
  header?: string | null;
  content?: string | null;
  imageUrl?: string | null;
  imageAlt?: string | null;
  updatedAt?: string | null;
}

const EMPTY_SECTION = {
  header: null,
  content: null,
  imageUrl: null,
  imageAlt: null,
  updatedAt: null,
};

/** Fakes a server that stores every write, unless `overrides` has a response for it. */
const renderPanel = (
  overrides: Partial<Record<OverridableRoute, FakeResponse>> = {},
  storedSections: Partial<Record<(typeof SITE_SECTIONS)[number], SectionFields>> = {},
) => {
  let hero = HERO;
  let sections = SITE_SECTIONS.map((section) => ({
    section,
    ...EMPTY_SECTION,
    ...storedSections[section],
  }));
  const api = fakeApi({
    "GET /api/hero-section": () => overrides["GET /api/hero-section"] ?? { body: hero },
    "GET /api/sections": () => overrides["GET /api/sections"] ?? { body: sections },
    "GET /api/uploads/missing": () =>
      overrides["GET /api/uploads/missing"] ?? { body: MISSING_PICTURES },
    "POST /api/objects/upload": { body: { uploadURL: "https://storage.test/1?token=t" } },
    "POST /api/normalize-object-path": { body: { objectPath: UPLOADED_PATH } },
    "POST /api/update-hero-section": ({ body }: FakeCall) => {
      const override = overrides["POST /api/update-hero-section"];
      if (override) return override;
      hero = { ...hero, ...(body as Partial<typeof hero>) };
      return { body: hero };
    },
    "POST /api/section-header": ({ body }: FakeCall) => {
      if (overrides["POST /api/section-header"]) return overrides["POST /api/section-header"];
      const { section, ...values } = body as SectionFields & { section: string };
      const updatedSection = { ...sections.find((row) => row.section === section)!, ...values };
      sections = sections.map((row) => (row.section === section ? updatedSection : row));
      const { section: _, ...responseBody } = updatedSection;
      return { body: responseBody };
    },
  });
  const view = renderInApp(
    <DraftOwner value="admin">
      <Pictures />
    </DraftOwner>,
  );
  return {
    ...api,
    ...view,
    findPlace: async (name: string) =>
      within((await screen.findByRole("heading", { level: 4, name })).closest("li")!),
  };
};

beforeEach(() => {
  logInAsAdmin();
  Object.assign(URL, { createObjectURL: () => "blob:preview", revokeObjectURL: () => undefined });
});

describe("the pictures panel", () => {
  test("shows each place's picture and alt text, or says that there is none", async () => {
    const { findPlace } = renderPanel(
      {},
      { veterans: { content: "In person.", imageUrl: STORED_PATH } },
    );
    const headings = await screen.findAllByRole("heading", { level: 4 });
    await waitFor(() => expect(screen.getAllByRole("heading", { level: 4 })).toHaveLength(8));
    expect(headings.length).toBeGreaterThan(0);
    const heroPlace = await findPlace("Hero");
    expect(heroPlace.getByText("Alt text: A lit tent at night")).toBeTruthy();
    expect(heroPlace.getByRole("presentation").getAttribute("srcset")).toContain("/480 480w");
    const veteransPlace = await findPlace("Veterans");
    expect(veteransPlace.getByText("In person.")).toBeTruthy();
    expect(veteransPlace.getByText("No alt text yet")).toBeTruthy();
    const volunteerPlace = await findPlace("Volunteer");
    expect(volunteerPlace.getByText("No picture yet")).toBeTruthy();
    expect(volunteerPlace.queryByRole("presentation")).toBeNull();
  });

  test("adds a missing picture with its alt text", async () => {
    const uploads = fakeUploads();
    const { press, user, findPlace, callsOf } = renderPanel();
    await press("Add the picture for Volunteer");
    await user.upload(
      screen.getByLabelText(/^Picture/),
      new File(["x"], "tape.gif", { type: "image/gif" }),
    );
    await waitFor(() => expect(uploads).toHaveLength(1));
    act(() => uploads[0]?.respond(200));
    await user.type(await screen.findByLabelText(/^Alt text/), "A tape gun");
    await press("Save Volunteer");
    expect(await screen.findByText("Volunteer was saved")).toBeTruthy();
    expect(callsOf("POST /api/section-header")[0]?.body).toEqual({
      section: "volunteer",
      imageUrl: UPLOADED_PATH,
      imageAlt: "A tape gun",
      updatedAt: null,
    });
    await waitFor(async () =>
      expect((await findPlace("Volunteer")).getByText("Alt text: A tape gun")).toBeTruthy(),
    );
  });

  test("edits a program's description next to its picture and requires it", async () => {
    const { press, user, callsOf } = renderPanel();
    await press("Add the picture for Military Families");
    await press("Save Military Families");
    const descriptionField = screen.getByLabelText<HTMLTextAreaElement>("Description");
    await waitFor(() => expect(descriptionField.getAttribute("aria-invalid")).toBe("true"));
    expect(callsOf("POST /api/section-header")).toEqual([]);
    await user.type(descriptionField, "Groceries for a hard week.");
    await press("Save Military Families");
    expect(await screen.findByText("Military Families was saved")).toBeTruthy();
    expect(callsOf("POST /api/section-header")[0]?.body).toEqual({
      section: "military-families",
      content: "Groceries for a hard week.",
      updatedAt: null,
    });
  });

  test("HOME-15, HOME-18: keeps the hero's and the mission's text when their pictures change", async () => {
    const mission = {
      header: "Why",
      content: "So.",
      imageUrl: STORED_PATH,
      imageAlt: "A table",
      updatedAt: UPDATED_AT,
    };
    const { press, callsOf } = renderPanel({}, { about: mission });
    await press("Change the picture for Hero");
    await press("Remove picture");
    await press("Save Hero");
    expect(await screen.findByText("Hero was saved")).toBeTruthy();
    expect(callsOf("POST /api/update-hero-section")[0]?.body).toEqual({
      imageUrl: null,
      updatedAt: UPDATED_AT,
    });
    await press("Change the picture for Mission");
    await press("Remove picture");
    await press("Save Mission");
    expect(await screen.findByText("Mission was saved")).toBeTruthy();
    expect(callsOf("POST /api/section-header")[0]?.body).toEqual({
      section: "about",
      imageUrl: null,
      updatedAt: UPDATED_AT,
    });
  });

  test("asks for the mission's text before its picture", async () => {
    const { findPlace } = renderPanel();
    const missionPlace = await findPlace("Mission");
    expect(missionPlace.getByText(/^Write the mission first/)).toBeTruthy();
    expect(missionPlace.queryByRole("button")).toBeNull();
  });

  test("shows an error and keeps what was typed when saving fails", async () => {
    const { press, user } = renderPanel(
      { "POST /api/section-header": { status: 503 } },
      { veterans: { content: "In person." } },
    );
    await press("Add the picture for Veterans");
    await user.type(screen.getByLabelText("Description"), " Monthly.");
    await press("Save Veterans");
    expect(await screen.findByText("We couldn't save the picture. Please try again.")).toBeTruthy();
    expect(screen.getByLabelText<HTMLTextAreaElement>("Description").value).toBe(
      "In person. Monthly.",
    );
    expectLogged("Save Veterans failed");
  });

  test("shows an error with a retry button for what failed to load, and still shows what loaded", async () => {
    const overrides: Partial<Record<OverridableRoute, FakeResponse>> = {
      "GET /api/sections": { status: 503 },
    };
    const { press, findPlace } = renderPanel(overrides);
    expect(await screen.findByText("We couldn't load the sections")).toBeTruthy();
    expect((await findPlace("Hero")).getByRole("presentation")).toBeTruthy();
    delete overrides["GET /api/sections"];
    await press("Try again");
    expect(await findPlace("Veterans")).toBeTruthy();
  });
});

describe("the list of records without pictures", () => {
  test("counts the records without a picture or alt text and links to the newest post without a picture", async () => {
    const firstPost = anId();
    renderPanel({
      "GET /api/uploads/missing": {
        body: {
          posts: { pictures: 2, altTexts: 1 },
          firstPost,
          stories: { pictures: 1, altTexts: 0 },
          highlights: { pictures: 0, altTexts: 1 },
          reports: NONE_MISSING,
        },
      },
    });
    expect(
      await screen.findByText("2 published posts have no picture, and 1 has one without alt text."),
    ).toBeTruthy();
    expect(screen.getByText("1 published story has no picture.")).toBeTruthy();
    expect(screen.getByText("1 published highlight has a picture without alt text.")).toBeTruthy();
    expect(screen.getByText("All published reports have a picture with alt text.")).toBeTruthy();
    const link = screen.getByRole("link", { name: "Edit the newest one" });
    expect(link.getAttribute("href")).toBe(`/dashboard/blogs/${firstPost}`);
  });

  test("says when no picture is missing", async () => {
    renderPanel();
    expect(
      await screen.findByText("All published posts have a picture with alt text."),
    ).toBeTruthy();
    expect(screen.getByRole("link", { name: "All posts" })).toBeTruthy();
  });
});
