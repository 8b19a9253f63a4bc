import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";
import { adminApi } from "#testing/admin-api.ts";
import { anOverview } from "#testing/builders.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { renderApp } from "#testing/render-app.tsx";

type Setup = ReturnType<typeof anOverview>["setup"];

const { setup: everythingDone } = anOverview();
const nothingDone = Object.fromEntries(
  Object.keys(everythingDone).map((name) => [name, false]),
) as Setup;

const openOverview = (setup: Setup) => {
  adminApi({ "GET /api/admin/overview": { body: anOverview({ setup }) } });
  return renderApp("/dashboard");
};
const findList = async () =>
  within(await screen.findByRole("region", { name: "Get your site ready" }));

beforeEach(() => logInAsAdmin());

describe("the steps for setting up a new site", () => {
  test("are listed in order, each with a link to its page", async () => {
    openOverview(nothingDone);
    const list = await findList();
    const steps = list.getAllByRole("listitem").map((item) => {
      const link = within(item).getByRole("link");
      return [item.querySelector("p")?.textContent, link.getAttribute("href")];
    });
    expect(steps).toEqual([
      ["Enter your contact information", "/dashboard/content?panel=organization"],
      ["Enter your EIN", "/dashboard/content?panel=organization"],
      ["Confirm your time zone", "/dashboard/settings/organization"],
      ["Confirm what donors can give", "/dashboard/settings/giving"],
      ["Set up email", "/dashboard/settings/site-configuration"],
      ["Add your first event", "/dashboard/events?edit=new"],
    ]);
    const linkNames = list.getAllByRole("link").map(({ textContent }) => textContent);
    expect(new Set(linkNames).size).toBe(steps.length);
    expect(list.getByText(/^0 of 6 steps are done/)).toBeTruthy();
    expect(list.getByText(/^It's America\/Chicago now\./)).toBeTruthy();
    expect(list.getByText(/^Donors can give \$1 to \$100,000 online/)).toBeTruthy();
  });

  test.each(Object.keys(everythingDone))(
    "include only %s if everything else is done",
    async (name) => {
      openOverview({ ...everythingDone, [name]: false });
      const list = await findList();
      expect(list.getAllByRole("listitem")).toHaveLength(1);
      expect(list.getByText(/^5 of 6 steps are done/)).toBeTruthy();
    },
  );

  test("aren't shown once all of them are done", async () => {
    openOverview(everythingDone);
    await screen.findByText("Donor0 Nair");
    await waitFor(() => expect(screen.queryByText("Get your site ready")).toBeNull());
  });

  test("disappear one by one as they are done, without a page reload", async () => {
    let setup: Setup = { ...everythingDone, hasEvent: false, hasTaxId: false };
    adminApi({ "GET /api/admin/overview": () => ({ body: anOverview({ setup }) }) });
    const { press } = renderApp("/dashboard");
    const list = await findList();
    expect(list.getAllByRole("listitem")).toHaveLength(2);
    setup = { ...setup, hasTaxId: true };
    await press("Refresh");
    await waitFor(() => expect(list.getAllByRole("listitem")).toHaveLength(1));
    setup = everythingDone;
    await press("Refresh");
    await waitFor(() => expect(screen.queryByText("Get your site ready")).toBeNull());
  });
});
