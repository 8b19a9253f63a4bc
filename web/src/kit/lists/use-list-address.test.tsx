import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderInApp } from "#testing/render-app.tsx";
import { useListAddress, type ListAddress } from "./use-list-address.ts";

const CHANGES: Readonly<Record<string, (list: ListAddress) => void>> = {
  search: (list) => list.update({ search: "pier" }),
  sort: (list) => list.update({ sort: "amount" }),
  filter: (list) => list.update({ filters: { status: "new" } }),
};

const List = () => {
  const list = useListAddress({ sorts: ["name", "amount"], filters: ["status"], pageSize: 20 });
  return (
    <>
      {Object.entries(CHANGES).map(([name, change]) => (
        <button key={name} type="button" onClick={() => change(list)}>
          {name}
        </button>
      ))}
      <output>{JSON.stringify(list.query)}</output>
    </>
  );
};

test.each([
  ["search", "?q=pier"],
  ["sort", "?sort=amount"],
  ["filter", "?status=new"],
])("a new %s starts at the first page", async (name, search) => {
  const route = "/dashboard/donations";
  const view = renderInApp(<List />, { route: `${route}?page=900&after=a1` });
  expect(JSON.parse(screen.getByRole("status").textContent)).toMatchObject({ cursor: "a1" });
  await view.user.click(screen.getByRole("button", { name }));
  expect(view.currentPath()).toBe(`${route}${search}`);
  const query: unknown = JSON.parse(screen.getByRole("status").textContent);
  expect(query).toMatchObject({ offset: 0 });
  expect(query).not.toHaveProperty("cursor");
});
