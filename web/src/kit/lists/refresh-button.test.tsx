import { act, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { passTime, stopClock } from "#testing/clock.ts";
import { renderInApp } from "#testing/render-app.tsx";
import { RefreshButton } from "./refresh-button.tsx";

const setHidden = (isHidden: boolean) => {
  Object.defineProperty(document, "hidden", { value: isHidden, configurable: true });
  act(() => void document.dispatchEvent(new Event("visibilitychange")));
};

const renderButton = (route = "/dashboard/locations") => {
  stopClock();
  const onRefresh = vi.fn<() => void>();
  const asOf = new Date(2026, 10, 20, 13, 30).getTime();
  const view = renderInApp(<RefreshButton asOf={asOf} onRefresh={onRefresh} />, { route });
  const leaveFor = async (ms: number) => {
    setHidden(true);
    await passTime(ms);
    setHidden(false);
  };
  return { ...view, onRefresh, leaveFor };
};

test("shows when the data was loaded and reloads it on click", async () => {
  const { user, onRefresh } = renderButton();
  expect(screen.getByText("as of 1:30 PM")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Refresh" }));
  expect(onRefresh).toHaveBeenCalledTimes(1);
});

test("NOTE-09: reloads only when the tab becomes visible again after a minute", async () => {
  const { onRefresh, leaveFor } = renderButton();
  await passTime(60 * 60_000);
  await leaveFor(59_000);
  expect(onRefresh).not.toHaveBeenCalled();
  await leaveFor(60_000);
  expect(onRefresh).toHaveBeenCalledTimes(1);
});

test("never reloads while an editor is open", async () => {
  const { onRefresh, leaveFor } = renderButton("/dashboard/locations?edit=new");
  await leaveFor(60_000);
  expect(onRefresh).not.toHaveBeenCalled();
});
