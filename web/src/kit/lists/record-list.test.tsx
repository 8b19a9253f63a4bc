import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { testimonialEndpoints } from "#contracts/testimonials.ts";
import { testimonials, type AdminTestimonial } from "#data/testimonials/resource.ts";
import { fakeApi, pagesOf } from "#testing/fake-api.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { renderInApp } from "#testing/render-app.tsx";
import { adminTestimonial } from "#testing/review-builders.ts";
import { Button } from "#ui/button.tsx";
import { RecordLink } from "./record-link.tsx";
import { RecordList, type RecordListProps } from "./record-list.tsx";

const LIST_ENDPOINT = "GET /api/admin/testimonials";
const ann = adminTestimonial({ name: "Ann" });
const ben = adminTestimonial({ name: "Ben" });

const BASE_PROPS = {
  pluralNoun: "stories",
  list: testimonialEndpoints.listAllTestimonials.list,
  resource: testimonials,
  nameOf: ({ name }: AdminTestimonial) => name,
};

const renderList = async (props: RecordListProps<AdminTestimonial>) => {
  const { callsOf } = fakeApi({ [LIST_ENDPOINT]: pagesOf([ann, ben]) });
  const view = renderInApp(<RecordList {...props} />);
  await screen.findByText("Ann");
  const getLastQuery = () =>
    new URL(callsOf(LIST_ENDPOINT).at(-1)?.url ?? "", "http://site.test").searchParams;
  return { ...view, getLastQuery };
};

beforeEach(() => logInAsAdmin());

test("requests the contract's default sort and page size", async () => {
  const { getLastQuery } = await renderList({
    ...BASE_PROPS,
    list: { sorts: ["-city", "city"], pageSize: 7 },
    fixedFilters: { isActive: "false" },
    renderCard: ({ name }) => <p>{name}</p>,
    orders: { "-city": "City (Z to A)" },
  });
  expect(Object.fromEntries(getLastQuery())).toEqual({
    sort: "-city",
    limit: "7",
    offset: "0",
    isActive: "false",
  });
});

describe("a list shown as a table", () => {
  const tableProps = {
    ...BASE_PROPS,
    columns: [
      { name: "name", header: "Name", cell: ({ name }: AdminTestimonial) => name },
      { name: "city", header: "City", cell: () => "Waco" },
      { name: "contact", header: "Contact", cell: () => "–" },
    ],
  };

  test("says on paper what it's filtered by, and which rows it has", async () => {
    const { user } = await renderList({
      ...tableProps,
      filters: [
        { name: "isActive", label: "Status", options: { true: "Approved", false: "Waiting" } },
      ],
    });
    await user.selectOptions(screen.getByLabelText("Status"), "Waiting");
    await user.type(screen.getByRole("searchbox"), "smith");
    const summary = screen.getByText("Stories", { selector: "strong" }).parentElement;
    await waitFor(() =>
      expect(summary?.textContent).toBe("Stories · Status: Waiting · Search: smith · 1–2 of 2"),
    );
  });

  test("sets aria-sort on the sorted column and switches direction", async () => {
    const { user } = await renderList({
      ...tableProps,
      list: { sorts: ["-city", "city", "name"], pageSize: 20 },
    });
    const getSortDirections = () =>
      within(screen.getByRole("table", { name: "stories" }))
        .getAllByRole("columnheader")
        .map((header) => header.getAttribute("aria-sort"));
    expect(getSortDirections()).toEqual(["none", "descending", null]);
    await user.click(screen.getByRole("button", { name: "City" }));
    expect(getSortDirections()).toEqual(["none", "ascending", null]);
    await user.click(screen.getByRole("button", { name: "Name" }));
    expect(getSortDirections()).toEqual(["ascending", "none", null]);
  });

  test("opens a row's record when the row is pressed, but not when a control in it is used or text is selected", async () => {
    const { user } = await renderList({
      ...tableProps,
      columns: [
        {
          name: "name",
          header: "Name",
          cell: ({ id, name }: AdminTestimonial) => (
            <RecordLink param="story" id={id}>
              {name}
            </RecordLink>
          ),
        },
        { name: "city", header: "City", cell: ({ name }: AdminTestimonial) => `Home of ${name}` },
      ],
      renderActions: ({ name }) => <Button>{`Approve ${name}`}</Button>,
    });
    const getOpenedStoryId = () => new URL(window.location.href).searchParams.get("story");
    await user.click(screen.getByRole("button", { name: "Approve Ann" }));
    expect(getOpenedStoryId()).toBeNull();
    const cell = screen.getByText("Home of Ann");
    getSelection()?.selectAllChildren(cell);
    fireEvent.click(cell);
    expect(getOpenedStoryId()).toBeNull();
    getSelection()?.removeAllRanges();
    await user.click(cell);
    expect(getOpenedStoryId()).toBe(ann.id);
  });

  test("selects all rows of a page and deselects one", async () => {
    const { user } = await renderList({
      ...tableProps,
      renderBulkActions: (rows) => <p>{rows.map(({ name }) => name).join(" and ")}</p>,
    });
    const selectAll = screen.getByRole<HTMLInputElement>("checkbox", {
      name: "Select all on this page",
    });
    await user.click(selectAll);
    expect(screen.getByText("Ann and Ben")).toBeTruthy();
    await user.click(screen.getByRole("checkbox", { name: "Select Ann" }));
    expect(screen.getByText("Ben", { selector: "p" })).toBeTruthy();
    expect(selectAll.indeterminate).toBe(true);
    await user.click(screen.getByRole("button", { name: "Clear selection" }));
    expect(screen.queryByText("Ben", { selector: "p" })).toBeNull();
  });
});

describe("a list shown as cards", () => {
  const approve = vi.fn<(names: readonly string[]) => void>();
  const cardProps = {
    ...BASE_PROPS,
    defaults: { isActive: "true" },
    orders: { name: "Name" },
    tabs: {
      filter: "isActive",
      options: [
        { value: "true", label: "Published", count: 2 },
        { value: "false", label: "Pending Review", count: 1200 },
      ],
    },
    maxHeight: "max-h-96",
    renderCard: ({ name }: AdminTestimonial) => <p>{name}</p>,
  };

  test("sets a filter in the URL for every tab but the default, and switches tabs with the arrow keys", async () => {
    const { user, getLastQuery } = await renderList(cardProps);
    expect(getLastQuery().get("isActive")).toBe("true");
    expect(screen.getByRole("tab", { selected: true }).textContent).toBe("Published2");
    await user.click(screen.getByRole("tab", { name: /Pending Review/ }));
    await expect.poll(() => getLastQuery().get("isActive")).toBe("false");
    expect(window.location.search).toBe("?isActive=false");
    expect(screen.getByRole("tab", { selected: true }).textContent).toBe("Pending Review1,200");
    await user.keyboard("{ArrowLeft}");
    expect(screen.getByRole("tab", { selected: true }).textContent).toBe("Published2");
    expect(window.location.search).toBe("");
  });

  test("passes the selected rows to bulk actions", async () => {
    const { user } = await renderList({
      ...cardProps,
      renderBulkActions: (rows, clear) => (
        <Button
          onClick={() => {
            approve(rows.map(({ name }) => name));
            clear();
          }}
        >
          Approve them
        </Button>
      ),
    });
    expect(screen.queryByRole("button", { name: "Approve them" })).toBeNull();
    await user.click(screen.getByRole("checkbox", { name: "Select Ann" }));
    await user.click(screen.getByRole("checkbox", { name: "Select Ben" }));
    await user.click(screen.getByRole("checkbox", { name: "Select Ann" }));
    expect(screen.getByText("1 selected")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Approve them" }));
    expect(approve).toHaveBeenCalledWith(["Ben"]);
    expect(screen.queryByText("1 selected")).toBeNull();
  });

  test("scrolls and is focusable if its height is limited", async () => {
    await renderList(cardProps);
    const region = screen.getByRole("region", { name: "stories" });
    expect(region.className).toContain("max-h-96");
    expect(region.tabIndex).toBe(0);
    expect(within(region).getAllByRole("listitem")).toHaveLength(2);
  });
});

describe("a link to a list", () => {
  const cards = {
    ...BASE_PROPS,
    filters: [{ name: "isActive", label: "Status", options: { true: "Shown", false: "Hidden" } }],
    renderCard: ({ name }: AdminTestimonial) => <p>{name}</p>,
    orders: {},
  };
  const openLink = (
    search: string,
    rows: readonly AdminTestimonial[],
    props: Pick<RecordListProps<AdminTestimonial>, "defaults"> = {},
  ) => {
    const { callsOf } = fakeApi({
      [LIST_ENDPOINT]: (call) => {
        const { searchParams } = new URL(call.url, "http://site.test");
        // Like the server, looks for the row of a cursor only if all other parameters are valid.
        const issues = [["isActive", "search"], ["cursor"]]
          .map((names) => names.filter((name) => searchParams.get(name)?.startsWith("bogus")))
          .find((names) => names.length > 0)
          ?.map((path) => ({ path, message: "Invalid value" }));
        return issues
          ? { status: 400, body: { code: "validation_failed", message: "Invalid", issues } }
          : pagesOf(rows)(call);
      },
    });
    return {
      ...renderInApp(<RecordList {...cards} {...props} />, { route: `/dashboard/x${search}` }),
      callsOf,
    };
  };

  test.each([
    ["?isActive=bogus", "Status"],
    ["?q=bogus", "Search"],
    ["?isActive=bogus&q=bogus", "Status, Search"],
  ])("leaves out what the server refuses, and says so: %s", async (search, names) => {
    const { callsOf, user, currentPath } = openLink(search, [ann]);
    await screen.findByText("Ann");
    expect(screen.getByText(/doesn't exist here, so we left it out/).textContent).toMatch(
      new RegExp(`: ${names}\\.$`, "v"),
    );
    expect(callsOf(LIST_ENDPOINT)).toHaveLength(2);
    await user.selectOptions(screen.getByLabelText("Status"), "Shown");
    expect(currentPath()).toBe("/dashboard/x?isActive=true");
    expect(screen.queryByText(/left it out/)).toBeNull();
  });

  test("leads from a page that can't be found anymore to the first one", async () => {
    const { user } = openLink("?isActive=bogus&page=9999&after=bogus", [ann]);
    expect(await screen.findByText(/left it out: Status, Page\.$/)).toBeTruthy();
    await user.click(await screen.findByRole("button", { name: "Go to the first page" }));
    expect(await screen.findByText("Ann")).toBeTruthy();
  });

  test("without rows has nothing to clear if no filter differs from its default", async () => {
    openLink("", [], { defaults: { isActive: "true" } });
    expect(await screen.findByText("No stories yet")).toBeTruthy();
    expect(screen.queryByRole("button", { name: /^Clear/ })).toBeNull();
  });

  test.each([
    ["?q=pier", "Nothing matches “pier”", "Clear search"],
    ["?isActive=true", "Nothing matches these filters", "Clear filters"],
    ["?q=pier&isActive=true", "Nothing matches “pier”", "Clear search and filters"],
    ["?page=3", "There is nothing on this page anymore", "Go to the first page"],
    ["?page=3&q=pier", "There is nothing on this page anymore", "Go to the first page"],
  ])("without rows says why, and leads back: %s", async (search, title, action) => {
    const { user, currentPath } = openLink(search, []);
    expect(await screen.findByText(title)).toBeTruthy();
    expect(screen.queryByText("No stories yet")).toBeNull();
    await user.click(screen.getByRole("button", { name: action }));
    expect(currentPath()).toBe(
      search === "?page=3&q=pier" ? "/dashboard/x?q=pier" : "/dashboard/x",
    );
  });
});
