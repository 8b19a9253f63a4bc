import { screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { renderInApp } from "../testing/render-app.tsx";
import { Button } from "../ui/button.tsx";
import { CardList } from "./card-list.tsx";
import { useListAddress } from "./use-list-address.ts";

const rows = [
  { id: "1", name: "Ann" },
  { id: "2", name: "Ben" },
];

const approve = vi.fn<(names: readonly string[]) => void>();

const Stories = () => {
  const list = useListAddress({
    sorts: ["-createdAt"],
    filters: ["isActive"],
    defaults: { isActive: "true" },
    pageSize: 20,
  });
  return (
    <>
      <output>{JSON.stringify(list.query)}</output>
      <CardList
        caption="stories"
        orders={{ "-createdAt": "Newest first" }}
        tabs={{
          filter: "isActive",
          options: [
            { value: "true", label: "Published", count: 2 },
            { value: "false", label: "Pending Review", count: 1200 },
          ],
        }}
        list={list}
        query={{
          data: { rows, hasMore: false, total: 2, isCapped: false },
          isError: false,
          isFetching: false,
          refetch: () => undefined,
        }}
        empty="None"
        height="h-[600px]"
        nameOf={({ name }) => name}
        renderCard={({ name }) => <p>{name}</p>}
        renderBulkActions={(chosen, clear) => (
          <Button
            onClick={() => {
              approve(chosen.map(({ name }) => name));
              clear();
            }}
          >
            Approve them
          </Button>
        )}
      />
    </>
  );
};

const asked = () => JSON.parse(screen.getByRole("status").textContent) as object;

test("tabs set a filter in the URL except for its default, and arrow keys switch tabs", async () => {
  const { user } = renderInApp(<Stories />);
  expect(asked()).toMatchObject({ isActive: "true" });
  expect(screen.getByRole("tab", { selected: true }).textContent).toBe("Published2");
  await user.click(screen.getByRole("tab", { name: /Pending Review/ }));
  expect(asked()).toMatchObject({ isActive: "false" });
  expect(window.location.search).toBe("?isActive=false");
  expect(screen.getByRole("tab", { selected: true }).textContent).toBe("Pending Review1,200");
  await user.keyboard("{ArrowLeft}");
  expect(asked()).toMatchObject({ isActive: "true" });
  expect(window.location.search).toBe("");
});

test("bulk actions get the selected rows", async () => {
  const { user } = renderInApp(<Stories />);
  expect(screen.queryByRole("button", { name: "Approve them" })).toBeNull();
  await user.click(screen.getByRole("checkbox", { name: "Select Ann" }));
  await user.click(screen.getByRole("checkbox", { name: "Select Ben" }));
  await user.click(screen.getByRole("checkbox", { name: "Select Ann" }));
  expect(screen.getByText("1 selected")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Approve them" }));
  expect(approve).toHaveBeenCalledWith(["Ben"]);
  expect(screen.queryByText("1 selected")).toBeNull();
});

test("a list with a fixed height scrolls and is focusable", () => {
  renderInApp(<Stories />);
  const region = screen.getByRole("region", { name: "stories" });
  expect(region.className).toContain("h-[600px]");
  expect(region.tabIndex).toBe(0);
  expect(within(region).getAllByRole("listitem")).toHaveLength(2);
});
