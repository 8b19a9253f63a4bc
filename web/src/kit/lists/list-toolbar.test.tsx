import { act, fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderInApp } from "#testing/render-app.tsx";
import { ListToolbar, optionsOf, type Filter } from "./list-toolbar.tsx";
import { useListAddress } from "./use-list-address.ts";

const STATUS_FILTER: Filter = {
  name: "status",
  label: "Status",
  options: optionsOf(["new", "old"]),
};

const Toolbar = ({ filters }: { readonly filters?: readonly Filter[] }) => (
  <ListToolbar
    caption="gifts"
    orders={{ name: "Name" }}
    filters={filters}
    list={useListAddress({ sorts: ["name"], filters: ["status", "from"], pageSize: 20 })}
  />
);

test("collapses filters on phones and shows how many are set", async () => {
  const { user } = renderInApp(<Toolbar filters={[STATUS_FILTER]} />);
  const toggleButton = screen.getByRole("button", { name: "Filter" });
  expect(toggleButton.getAttribute("aria-expanded")).toBe("false");
  const fieldsPanel = document.getElementById(toggleButton.getAttribute("aria-controls") ?? "");
  expect(fieldsPanel?.contains(screen.getByLabelText("Status"))).toBe(true);
  expect(fieldsPanel?.classList).toContain("@max-4xl:hidden");
  await user.click(toggleButton);
  expect(fieldsPanel?.classList).not.toContain("@max-4xl:hidden");
  await user.selectOptions(screen.getByLabelText("Status"), "old");
  expect(screen.getByRole("button", { name: "Filter (1)" })).toBeTruthy();
});

test("collapses the sort select of a list without filters", () => {
  renderInApp(<Toolbar />);
  expect(screen.getByRole("button", { name: "Sort" })).toBeTruthy();
});

test("filters by a date only once it is complete", async () => {
  const { user, currentPath } = renderInApp(
    <Toolbar filters={[{ name: "from", label: "From", options: "day" }]} />,
  );
  const field = screen.getByLabelText<HTMLInputElement>("From");
  for (const incompleteDate of ["0002-11-20", "0020-11-20", "0202-11-20"]) {
    fireEvent.change(field, { target: { value: incompleteDate } });
    expect(field.value).toBe(incompleteDate);
    expect(currentPath()).toBe("/");
  }
  fireEvent.change(field, { target: { value: "2026-11-20" } });
  expect(currentPath()).toBe("/?from=2026-11-20");
  Object.defineProperty(field, "validity", { value: { badInput: true }, configurable: true });
  fireEvent.change(field, { target: { value: "" } });
  expect(currentPath()).toBe("/?from=2026-11-20");
  Reflect.deleteProperty(field, "validity");
  fireEvent.change(field, { target: { value: "2026-12-01" } });
  await user.clear(field);
  expect(currentPath()).toBe("/");
});

test("shows the date from the URL and follows its changes", async () => {
  renderInApp(<Toolbar filters={[{ name: "from", label: "From", options: "day" }]} />, {
    route: "/?from=2026-11-20",
  });
  const field = screen.getByLabelText<HTMLInputElement>("From");
  expect(field.value).toBe("2026-11-20");
  fireEvent.change(field, { target: { value: "2026-11-21" } });
  history.pushState(null, "", "/?from=2026-10-01");
  act(() => void dispatchEvent(new PopStateEvent("popstate")));
  expect(field.value).toBe("2026-10-01");
});
