import { act, fireEvent, render, screen } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import { createQueryClient } from "#app/query-client.ts";
import { Dialog } from "../dialogs/dialog.tsx";
import { ToastRegion } from "./toast-region.tsx";
import { showSuccess } from "./show-success.ts";
import { showToast, toasts } from "./toast.ts";

const show = (...args: Parameters<typeof showToast>) => act(() => showToast(...args));

describe("the notification area", () => {
  test("NOTE-01: replaces the current notification with a new one", () => {
    render(<ToastRegion />);
    show({ title: "First" });
    show({ title: "Second", description: "Text" });
    expect(screen.queryByText("First")).toBeNull();
    expect(screen.getByText("Second")).toBeTruthy();
    expect(screen.getByText("Text")).toBeTruthy();
  });

  test("NOTE-02, NOTE-03: marks a dismissed notification as closed", () => {
    render(<ToastRegion />);
    show({ title: "Gone soon" });
    expect(toasts.current()).toMatchObject({ open: true, title: "Gone soon" });
    fireEvent.click(screen.getByRole("button", { name: "Dismiss notification" }));
    expect(toasts.current()).toMatchObject({ open: false, title: "Gone soon" });
  });

  test("NOTE-04: shows a notification for 5000 ms", () => {
    vi.useFakeTimers();
    render(<ToastRegion />);
    show({ title: "Five seconds" });
    act(() => void vi.advanceTimersByTime(4900));
    expect(toasts.current()?.open).toBe(true);
    act(() => void vi.advanceTimersByTime(200));
    expect(toasts.current()?.open).toBe(false);
  });

  test("NOTE-04: shows a notification for 5000 ms even if a dialog opens or closes in the meantime", () => {
    vi.useFakeTimers();
    const page = (isOpen: boolean) => (
      <>
        <Dialog open={isOpen} onClose={() => undefined} title="A dialog">
          Content
        </Dialog>
        <ToastRegion />
      </>
    );
    const { rerender } = render(page(true));
    show({ title: "Five seconds" });
    act(() => void vi.advanceTimersByTime(3000));
    rerender(page(false));
    expect(screen.getByText("Five seconds").isConnected).toBe(true);
    act(() => void vi.advanceTimersByTime(1900));
    expect(toasts.current()?.open).toBe(true);
    act(() => void vi.advanceTimersByTime(200));
    expect(toasts.current()?.open).toBe(false);
  });

  test.each(["a new submit", "success"])("dismisses an error after %s", async (trigger) => {
    const client = createQueryClient();
    const send = (mutationFn: () => Promise<unknown>) =>
      client.getMutationCache().build(client, { mutationFn }).execute(undefined);
    if (trigger === "a new submit") {
      showToast({ title: "It failed" });
      void send(() => new Promise(() => undefined));
    } else {
      await send(() => {
        showToast({ title: "It failed" });
        return Promise.resolve();
      });
    }
    await vi.waitFor(() => expect(toasts.current()?.open).toBe(false));
    showSuccess("It worked");
    await send(() => Promise.resolve());
    expect(toasts.current()?.open).toBe(true);
  });

  const isOpenAfterNavigation = async () => {
    await new Promise((resolve) => setTimeout(resolve));
    return toasts.current()?.open;
  };
  const pageWithLink = () =>
    render(
      <>
        <a
          href="/donate"
          onClick={(event) => {
            event.preventDefault();
            history.pushState(null, "", "/donate");
          }}
        >
          Donate
        </a>
        <ToastRegion />
      </>,
    );

  test("dismisses a notification when the user opens another page", async () => {
    history.replaceState(null, "", "/");
    pageWithLink();
    show({ title: "It failed" });
    fireEvent.click(screen.getByText("Donate"));
    expect(await isOpenAfterNavigation()).toBe(false);
  });

  test("dismisses a notification when the user presses Back", async () => {
    pageWithLink();
    show({ title: "It failed" });
    act(() => void dispatchEvent(new PopStateEvent("popstate")));
    expect(await isOpenAfterNavigation()).toBe(false);
  });

  test("VDASH-17, VDASH-21, VDASH-23: keeps a notification across an in-app redirect", async () => {
    history.replaceState(null, "", "/");
    pageWithLink();
    fireEvent.click(document.body);
    act(() => showSuccess("Login Successful!"));
    await isOpenAfterNavigation();
    history.pushState(null, "", "/volunteer-dashboard");
    expect(await isOpenAfterNavigation()).toBe(true);
  });

  test("NOTE-06: gets the focus on F8", () => {
    render(<ToastRegion />);
    show({ title: "Look here" });
    fireEvent.keyDown(document, { key: "F8", code: "F8" });
    expect(document.activeElement?.tagName).toBe("OL");
  });

  test("NOTE-07: shows notifications as destructive unless marked as a success", () => {
    showToast({ title: "a" });
    expect(toasts.current()?.variant).toBe("destructive");
    showSuccess("b");
    expect(toasts.current()?.variant).toBe("success");
  });

  test("renders inside an open dialog, with its announcement, because everything else is inert", async () => {
    render(
      <>
        <Dialog open onClose={() => undefined} title="A dialog">
          Content
        </Dialog>
        <ToastRegion />
      </>,
    );
    show({ title: "Within" });
    const dialog = screen.getByRole("dialog");
    expect(dialog.contains(screen.getByText("Within"))).toBe(true);
    expect(dialog.contains(await screen.findByText("Notification Within"))).toBe(true);
  });
});
