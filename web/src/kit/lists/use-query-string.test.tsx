import { act, screen } from "@testing-library/react";
import { Link, Route, Routes } from "react-router-dom";
import { expect, test } from "vitest";
import { renderInApp } from "#testing/render-app.tsx";
import { useQueryString } from "./use-query-string.ts";

type Change = ReturnType<typeof useQueryString>[1];

const TestForm = ({ onChange }: { readonly onChange: (change: Change) => void }) => {
  const [, change] = useQueryString();
  onChange(change);
  return <Link to="/elsewhere">Elsewhere</Link>;
};

const renderForms = () => {
  const changes: Change[] = [];
  const renderForm = (index: number) => (
    <TestForm
      key={index}
      onChange={(change) => {
        changes[index] ??= change;
      }}
    />
  );
  renderInApp(
    <Routes>
      <Route path="/admin/locations" element={[renderForm(0), renderForm(1)]} />
      <Route path="/elsewhere" element="Elsewhere" />
    </Routes>,
    { route: "/admin/locations?edit=7&page=2" },
  );
  return changes as [Change, Change];
};

test("concurrent changes to different parameters don't undo each other", async () => {
  const [form, search] = renderForms();
  await act(async () => {
    form({ edit: "" }, { replace: true });
    search({ q: "pier", page: "" }, { replace: true });
  });
  expect(window.location.search).toBe("?q=pier");
});

test("a late change doesn't navigate back to the page that was left", async () => {
  const [form] = renderForms();
  await act(async () => screen.getAllByText("Elsewhere")[0]?.click());
  await act(async () => form({ edit: "" }, { replace: true }));
  expect(window.location.pathname).toBe("/elsewhere");
});
