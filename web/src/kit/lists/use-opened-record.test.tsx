import { act, render, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderInApp } from "#testing/render-app.tsx";
import { showSuccess } from "#ui/messages/show-success.ts";
import { useOpenedRecord, useRecordOf, type OpenedRecord } from "./use-opened-record.ts";

const PATH = "/dashboard/locations";

interface TestPageProps {
  readonly requiredParams: Readonly<Record<string, string>>;
  readonly onRender: (openedRecord: OpenedRecord) => void;
}

const TestPage = ({ requiredParams, onRender }: TestPageProps) => {
  const openedRecord = useOpenedRecord("edit", requiredParams);
  onRender(openedRecord);
  return <output>{openedRecord.id}</output>;
};

const renderPage = (route = PATH, requiredParams = {}) => {
  let openedRecord: OpenedRecord | undefined;
  const onRender = (latestRecord: OpenedRecord) => {
    openedRecord = latestRecord;
  };
  const view = renderInApp(<TestPage requiredParams={requiredParams} onRender={onRender} />, {
    route,
  });
  return {
    ...view,
    openId: () => screen.getByRole("status").textContent,
    open: (id: string) => act(() => openedRecord?.open(id)),
    close: () => act(() => openedRecord?.close()),
  };
};

const goBack = () => act(() => history.back());

test("Back closes the record and stays on the page", async () => {
  const page = renderPage(`${PATH}?q=pier`);
  page.open("a1");
  expect(page.openId()).toBe("a1");
  expect(page.currentPath()).toBe(`${PATH}?q=pier&edit=a1`);
  goBack();
  await waitFor(() => expect(page.openId()).toBe(""));
  expect(page.currentPath()).toBe(`${PATH}?q=pier`);
});

test("a record that is opened while another one is closing stays open, even if closing goes back two steps", async () => {
  const page = renderPage();
  page.open("a1");
  history.pushState({ ...history.state, dialogEntry: "question" }, "");
  // Closing takes two steps back. The first one reaches the history entry whose URL contains the record.
  addEventListener("popstate", () => queueMicrotask(() => page.open("a2")), { once: true });
  page.close();
  await waitFor(() => expect(page.openId()).toBe("a2"));
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(page.currentPath()).toBe(`${PATH}?edit=a2`);
  goBack();
  await waitFor(() => expect(page.currentPath()).toBe(PATH));
});

test("closing goes back to the page, even after another record was opened", async () => {
  const page = renderPage();
  page.open("a1");
  page.open("a2");
  expect(page.openId()).toBe("a2");
  const wentBack = new Promise((resolve) => {
    addEventListener("popstate", resolve, { once: true });
  });
  page.close();
  await act(() => wentBack);
  expect(page.currentPath()).toBe(PATH);
});

test("closing a record that a link opened stays on the page", () => {
  const page = renderPage(`${PATH}?edit=a1`);
  page.open("a2");
  page.close();
  expect(page.openId()).toBe("");
  expect(page.currentPath()).toBe(PATH);
});

test("closing also goes back past the history entry of a dialog on top", async () => {
  const page = renderPage();
  page.open("a1");
  history.pushState({ ...history.state, dialogEntry: "question" }, "");
  page.close();
  await waitFor(() => expect(page.currentPath()).toBe(PATH));
});

test("a record is open only if the URL has the required parameters", async () => {
  const page = renderPage(`${PATH}?panel=about&edit=a1`, { panel: "letters" });
  expect(page.openId()).toBe("");
  page.open("b1");
  await waitFor(() => expect(page.openId()).toBe("b1"));
  expect(page.currentPath()).toBe(`${PATH}?panel=letters&edit=b1`);
});

test("keeps a record open after it disappears from the list", () => {
  const [dock, pier] = [{ id: "dock" }, { id: "pier" }];
  const RecordId = ({ rows }: { readonly rows: readonly { readonly id: string }[] }) => (
    <output>{useRecordOf(rows, "pier")?.id ?? "none"}</output>
  );
  const { rerender } = render(<RecordId rows={[dock]} />);
  expect(screen.getByRole("status").textContent).toBe("none");
  rerender(<RecordId rows={[dock, pier]} />);
  rerender(<RecordId rows={[dock]} />);
  expect(screen.getByRole("status").textContent).toBe("pier");
});

test("closing keeps the toast that says the record was saved", async () => {
  const page = renderPage();
  page.open("a1");
  act(() => showSuccess("The location was saved"));
  page.close();
  await waitFor(() => expect(page.currentPath()).toBe(PATH));
  expect(screen.getByText("The location was saved")).toBeTruthy();
});
