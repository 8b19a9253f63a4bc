import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { renderInApp } from "#testing/render-app.tsx";
import { ListToolbar, optionsOf, type Filter } from "./list-toolbar.tsx";
import { RefreshButton } from "./refresh-button.tsx";
import { useListAddress } from "./use-list-address.ts";

afterEach(() => vi.unstubAllGlobals());

const STATUS_FILTER: Filter = {
  name: "status",
  label: "Status",
  options: optionsOf(["new", "old"]),
};

const refresh = vi.fn<() => Promise<void>>();

const Toolbar = ({ filters }: { readonly filters?: readonly Filter[] }) => (
  <ListToolbar
    caption="gifts"
    orders={{ name: "Name" }}
    filters={filters}
    tools={<RefreshButton loadedAt={0} onRefresh={refresh} />}
    listActions={<button type="button">Add gift</button>}
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

test("keeps filters from a link collapsed and says how many there are", () => {
  renderInApp(<Toolbar filters={[STATUS_FILTER]} />, { route: "/?status=old" });
  const toggleButton = screen.getByRole("button", { name: "Filter (1)" });
  expect(toggleButton.getAttribute("aria-expanded")).toBe("false");
});

test("on phones, puts the tools into a menu whose button shows when one of them is running", async () => {
  const phone = { matches: true, addEventListener: vi.fn(), removeEventListener: vi.fn() };
  vi.stubGlobal("matchMedia", () => phone);
  let finishRefresh = () => {};
  refresh.mockReturnValueOnce(new Promise((resolve) => (finishRefresh = resolve)));
  const { user } = renderInApp(<Toolbar />);
  expect(screen.queryByText("Refresh")).toBeNull();
  expect(screen.getByRole("button", { name: "Add gift" })).toBeTruthy();
  const menuButton = screen.getByRole("button", { name: "More for gifts" });
  await user.click(menuButton);
  expect(screen.getAllByRole("menuitem").map(({ textContent }) => textContent)).toEqual([
    "Copy link",
    "Refresh",
  ]);
  await user.click(screen.getByRole("menuitem", { name: "Refresh" }));
  expect(document.activeElement).toBe(menuButton);
  expect(menuButton.getAttribute("aria-busy")).toBe("true");
  await act(async () => finishRefresh());
  expect(menuButton.getAttribute("aria-busy")).toBeNull();
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

test("reads a year of two digits as this century once the user leaves the date", () => {
  const { currentPath } = renderInApp(
    <Toolbar filters={[{ name: "from", label: "From", options: "day" }]} />,
  );
  const field = screen.getByLabelText<HTMLInputElement>("From");
  fireEvent.change(field, { target: { value: "0026-11-20" } });
  expect(currentPath()).toBe("/");
  fireEvent.blur(field);
  expect(field.value).toBe("2026-11-20");
  expect(currentPath()).toBe("/?from=2026-11-20");
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

test("filters by whole dollars however they are written, and says what to enter otherwise", async () => {
  const { user, currentPath } = renderInApp(
    <Toolbar filters={[{ name: "from", label: "Gave at least", options: "dollars" }]} />,
    { route: "/?from=500" },
  );
  const field = screen.getByLabelText<HTMLInputElement>("Gave at least");
  expect(field.value).toBe("500");
  await user.clear(field);
  await user.keyboard("$1,250");
  await vi.waitFor(() => expect(currentPath()).toBe("/?from=1250"));
  expect(field.value).toBe("$1,250");
  await user.keyboard(".50");
  expect(screen.getByText("Enter whole dollars, such as 500.")).toBeTruthy();
  // Longer than the debounce delay of the search.
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(currentPath()).toBe("/?from=1250");
  await user.clear(field);
  await vi.waitFor(() => expect(currentPath()).toBe("/"));
});
