import { fireEvent, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type * as LoadCode from "./load-code.ts";
import { restoreFields, takeReloadedButton } from "./reload-page.ts";

type Site = "updated" | "updated without its files" | "down" | "out of reach";

const reload = vi.fn<() => void>();

/** Says what happens when the page and its first script are requested while code is missing. */
const fakeSite = (site: Site): void => {
  vi.stubGlobal("fetch", (url: string) => {
    if (site === "out of reach") return Promise.reject(new TypeError("Failed to fetch"));
    if (site === "down") return Promise.resolve(new Response("Unavailable", { status: 503 }));
    const isScript = url.startsWith("/assets/") && site === "updated";
    return Promise.resolve(
      new Response('<script type="module" src="/assets/index-abc1234.js"></script>', {
        headers: { "Content-Type": isScript ? "text/javascript" : "text/html" },
      }),
    );
  });
};

const UPDATED = "We've updated this site. Reload the page to continue.";

let loadCode: typeof LoadCode.loadCode;
beforeEach(async () => {
  // Loads that an earlier test left waiting share the module's message.
  vi.resetModules();
  ({ loadCode } = await import("./load-code.ts"));
  reload.mockReset();
  vi.stubGlobal("location", { href: "http://localhost/", reload });
  history.replaceState({ key: "abc" }, "");
  return () => document.querySelector("[role=alert]")?.remove();
});

/** Loads code that is missing until `find` is called. */
const loadMissingCode = (options?: LoadCode.LoadOptions) => {
  let isMissing = true;
  const onLoad = vi.fn<(code: string) => void>();
  const load = () => (isMissing ? Promise.reject(new Error("404")) : Promise.resolve("code"));
  void loadCode(load, options).then(onLoad);
  const find = () => {
    isMissing = false;
  };
  return { onLoad, find };
};

describe("code that is gone after an upgrade", () => {
  test("reloads the page, which then presses the same button once", async () => {
    fakeSite("updated");
    render(
      <>
        <button type="button">Donate</button>
        <button type="button" aria-label="Administrator login" />
      </>,
    );
    const button = screen.getByRole<HTMLButtonElement>("button", { name: "Administrator login" });
    loadMissingCode({ getButton: () => button });
    await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
    expect(history.state).toMatchObject({ key: "abc" });
    expect(takeReloadedButton()).toBe(button);
    expect(takeReloadedButton()).toBeUndefined();
  });

  test("keeps what was typed outside dialogs, but no passwords and no cards", async () => {
    fakeSite("updated");
    const Form = ({ amount, children }: { amount: string; children?: ReactNode }) => (
      <form>
        <input name="other" defaultValue={amount} aria-label="Custom amount" />
        <input type="radio" name="frequency" value="one-time" defaultChecked={amount === ""} />
        <input type="radio" name="frequency" value="monthly" defaultChecked={amount !== ""} />
        {children}
      </form>
    );
    const { unmount } = render(
      <>
        <Form amount="41" />
        <Form amount="1">
          <input type="password" name="password" defaultValue="Sup3rSecret" aria-label="Password" />
        </Form>
        <Form amount="3">
          <input type="file" name="file" aria-label="File" />
        </Form>
        <Form amount="2">
          <input autoComplete="cc-number" name="card" defaultValue="4242" aria-label="Card" />
        </Form>
      </>,
    );
    loadMissingCode();
    await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
    expect(JSON.stringify(history.state)).not.toMatch(/Sup3rSecret|4242/);
    unmount();
    render(<Form amount="" />);
    restoreFields();
    const form = document.querySelector("form")!;
    expect([...new FormData(form)]).toEqual([
      ["other", "41"],
      ["frequency", "monthly"],
    ]);
  });

  test("presses no button if several have the same label, or if there is none anymore", async () => {
    fakeSite("updated");
    const { rerender } = render(<button type="button">Read more</button>);
    const button = screen.getByRole<HTMLButtonElement>("button");
    loadMissingCode({ getButton: () => button });
    await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
    const savedState: unknown = history.state;
    for (const buttons of [
      null,
      [1, 2].map((key) => (
        <button type="button" key={key}>
          Read more
        </button>
      )),
    ]) {
      history.replaceState(savedState, "");
      rerender(<>{buttons}</>);
      expect(takeReloadedButton()).toBeUndefined();
    }
  });

  test("reloads even if the browser blocks storage", async () => {
    fakeSite("updated");
    const block = () => {
      throw new DOMException("The operation is insecure.", "SecurityError");
    };
    for (const method of ["getItem", "setItem"] as const)
      vi.spyOn(Storage.prototype, method).mockImplementation(block);
    loadMissingCode();
    await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
    loadMissingCode();
    expect((await screen.findByRole("alert")).textContent).toContain(UPDATED);
    expect(reload).toHaveBeenCalledOnce();
  });

  const typed = <input aria-label="Name" ref={(field) => field?.focus()} />;
  test.each<[string, ReactNode, LoadCode.LoadOptions?]>([
    [
      "a payment or a save is running",
      <button type="button" key="1" aria-busy="true" aria-label="Give" />,
    ],
    ["a file is uploading", <progress key="2" className="progress progress-primary" />],
    ["a card form is open", <iframe key="3" title="Card number" sandbox="" />],
    ["a dialog is open", <dialog key="4" open />],
    ["someone is typing", typed],
    ["a notification would get lost", null, { message: "Your gift failed" }],
  ])("asks first while %s", async (_, content, options) => {
    fakeSite("updated");
    render(<>{content}</>);
    loadMissingCode(options);
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain(UPDATED);
    expect(alert.textContent).toContain(options?.message ?? "");
    expect(reload).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole("button", { name: "Reload" }));
    await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
  });

  test("doesn't ask someone who pressed Enter in a field", async () => {
    fakeSite("updated");
    render(typed);
    loadMissingCode({ getButton: () => document.createElement("button") });
    await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
  });

  test("asks inside the open dialog, because everything else is inert", async () => {
    fakeSite("updated");
    render(<dialog open />);
    loadMissingCode();
    const alert = await screen.findByRole("alert");
    expect(document.querySelector("dialog")?.contains(alert)).toBe(true);
  });

  test("moves the focus to the button, and doesn't take it from someone who is typing", async () => {
    fakeSite("down");
    const { unmount } = render(typed);
    loadMissingCode();
    await screen.findByRole("alert");
    expect(document.activeElement).toBe(screen.getByLabelText("Name"));
    unmount();
    loadMissingCode();
    await vi.waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole("button", { name: "Try again" })),
    );
  });
});

describe("code that can't be loaded right now", () => {
  test.each<[Site, string]>([
    ["out of reach", "You appear to be offline. Check your connection and try again."],
    ["down", "We couldn't load this part of the site. Please try again later."],
    [
      "updated without its files",
      "We couldn't load this part of the site. Please try again later.",
    ],
  ])("is loaded when someone tries again while the site is %s", async (site, text) => {
    fakeSite(site);
    const { find, onLoad } = loadMissingCode();
    const { onLoad: onOtherLoad } = loadMissingCode();
    const pressTryAgain = async () =>
      fireEvent.click(await screen.findByRole("button", { name: "Try again" }));
    expect((await screen.findByRole("alert")).textContent).toContain(text);
    await pressTryAgain();
    await pressTryAgain();
    expect(onLoad).not.toHaveBeenCalled();
    await screen.findByRole("alert");
    find();
    fakeSite("updated");
    await pressTryAgain();
    await vi.waitFor(() => expect(onLoad).toHaveBeenCalledWith("code"));
    // The other code is gone, so the page reloads now.
    await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
    expect(onOtherLoad).not.toHaveBeenCalled();
    expect(screen.queryByRole("alert")).toBeNull();
  });
});
