import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderInApp } from "../testing/render-app.tsx";
import { ListToolbar, optionsOf, type Filter } from "./list-toolbar.tsx";
import { useListAddress } from "./use-list-address.ts";

const STATUS: Filter = { name: "status", label: "Status", options: optionsOf(["new", "old"]) };

const Toolbar = ({ filters }: { readonly filters?: readonly Filter[] }) => (
  <ListToolbar
    caption="gifts"
    orders={{ name: "Name" }}
    filters={filters}
    list={useListAddress({ sorts: ["name"], filters: ["status"], pageSize: 20 })}
  />
);

test("on a phone filters are folded away until something is chosen, and the fold says how much", async () => {
  const { user } = renderInApp(<Toolbar filters={[STATUS]} />);
  const fold = screen.getByRole("button", { name: "Filter" });
  expect(fold.getAttribute("aria-expanded")).toBe("false");
  const fields = document.getElementById(fold.getAttribute("aria-controls") ?? "");
  expect(fields?.contains(screen.getByLabelText("Status"))).toBe(true);
  expect(fields?.classList).toContain("@max-4xl:hidden");
  await user.click(fold);
  expect(fields?.classList).not.toContain("@max-4xl:hidden");
  await user.selectOptions(screen.getByLabelText("Status"), "old");
  expect(screen.getByRole("button", { name: "Filter (1)" })).toBeTruthy();
});

test("a list without filters folds its order", () => {
  renderInApp(<Toolbar />);
  expect(screen.getByRole("button", { name: "Sort" })).toBeTruthy();
});
