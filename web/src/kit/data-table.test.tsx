import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderInApp } from "../testing/render-app.tsx";
import { DataTable } from "./data-table.tsx";
import { useListAddress } from "./use-list-address.ts";

test("sets aria-sort on the sorted column and switches direction", async () => {
  const rows = [{ id: "1" }];
  const Table = () => (
    <DataTable
      caption="gifts"
      columns={[
        { name: "donor", header: "Donor", cell: () => "Ann" },
        { name: "amount", header: "Amount", cell: () => "$5" },
        { name: "type", header: "Type", cell: () => "Monthly" },
      ]}
      list={useListAddress({ sorts: ["-amount", "amount", "donor"], pageSize: 20 })}
      query={{
        data: { rows, hasMore: false, total: 1, isCapped: false },
        isError: false,
        isFetching: false,
        refetch: () => undefined,
      }}
      empty="None"
    />
  );
  const { user } = renderInApp(<Table />);
  const sorted = () =>
    within(screen.getByRole("table", { name: "gifts" }))
      .getAllByRole("columnheader")
      .map((header) => header.getAttribute("aria-sort"));
  expect(sorted()).toEqual(["none", "descending", null]);
  await user.click(screen.getByRole("button", { name: "Amount" }));
  expect(sorted()).toEqual(["none", "ascending", null]);
  await user.click(screen.getByRole("button", { name: "Donor" }));
  expect(sorted()).toEqual(["ascending", "none", null]);
});

test("selects all rows of a page and deselects one", async () => {
  const rows = [
    { id: "1", name: "Ann" },
    { id: "2", name: "Ben" },
  ];
  const Table = () => (
    <DataTable
      caption="donors"
      columns={[{ name: "name", header: "Name", cell: ({ name }) => name }]}
      list={useListAddress({ sorts: ["name"], pageSize: 20 })}
      query={{
        data: { rows, hasMore: false, total: 2, isCapped: false },
        isError: false,
        isFetching: false,
        refetch: () => undefined,
      }}
      empty="None"
      nameOf={({ name }) => name}
      renderBulkActions={(chosen) => <p>{chosen.map(({ name }) => name).join(" and ")}</p>}
    />
  );
  const { user } = renderInApp(<Table />);
  const all = screen.getByRole<HTMLInputElement>("checkbox", { name: "Select all on this page" });
  await user.click(all);
  expect(screen.getByText("Ann and Ben")).toBeTruthy();
  await user.click(screen.getByRole("checkbox", { name: "Select Ann" }));
  expect(screen.getByText("Ben", { selector: "p" })).toBeTruthy();
  expect(all.indeterminate).toBe(true);
  await user.click(screen.getByRole("button", { name: "Clear selection" }));
  expect(screen.queryByText("Ben", { selector: "p" })).toBeNull();
});
