import { act, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { advanceTime, stopClock } from "#testing/clock.ts";
import { renderInApp } from "#testing/render-app.tsx";
import { Dialog } from "#ui/dialogs/dialog.tsx";
import { RefreshButton } from "./refresh-button.tsx";

const setHidden = (isHidden: boolean) => {
  Object.defineProperty(document, "hidden", { value: isHidden, configurable: true });
  act(() => void document.dispatchEvent(new Event("visibilitychange")));
};

const renderButton = (route = "/dashboard/locations") => {
  stopClock();
  const onRefresh = vi.fn<() => void>();
  const loadedAt = Date.parse("2026-11-20T19:30:00Z");
  const view = renderInApp(<RefreshButton loadedAt={loadedAt} onRefresh={onRefresh} />, { route });
  const leaveTabFor = async (ms: number) => {
    setHidden(true);
    await advanceTime(ms);
    setHidden(false);
  };
  return { ...view, onRefresh, leaveTabFor };
};

test("shows when the data was loaded, in the organization's time zone, and reloads it on click", async () => {
  const { user, onRefresh } = renderButton();
  expect(screen.getByText("as of 1:30 PM")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Refresh" }));
  expect(onRefresh).toHaveBeenCalledTimes(1);
});

test("NOTE-09: reloads only when the tab becomes visible again after a minute", async () => {
  const { onRefresh, leaveTabFor } = renderButton();
  await advanceTime(60 * 60_000);
  await leaveTabFor(59_000);
  expect(onRefresh).not.toHaveBeenCalled();
  await leaveTabFor(60_000);
  expect(onRefresh).toHaveBeenCalledTimes(1);
});

test("never reloads while a dialog is open", async () => {
  const { onRefresh, leaveTabFor } = renderButton();
  renderInApp(
    <Dialog open onClose={() => undefined} title="Refund">
      How much?
    </Dialog>,
  );
  await leaveTabFor(60_000);
  expect(onRefresh).not.toHaveBeenCalled();
});

test("never reloads while an editor is open", async () => {
  const { onRefresh, leaveTabFor } = renderButton("/dashboard/locations?edit=new");
  await leaveTabFor(60_000);
  expect(onRefresh).not.toHaveBeenCalled();
});
