import { act, screen, waitFor } from "@testing-library/react";
import { Link, Route, Routes } from "react-router-dom";
import { expect, test } from "vitest";
import { renderInApp } from "#testing/render-app.tsx";
import { goBackProgrammatically } from "#ui/dialogs/use-close-on-back.ts";
import { useQueryString } from "./use-query-string.ts";

type ChangeParams = ReturnType<typeof useQueryString>[1];

const TestForm = ({ onChange }: { readonly onChange: (change: ChangeParams) => void }) => {
  const [, change] = useQueryString();
  onChange(change);
  return <Link to="/elsewhere">Elsewhere</Link>;
};

const renderForms = () => {
  const changeFunctions: ChangeParams[] = [];
  const renderForm = (index: number) => (
    <TestForm
      key={index}
      onChange={(change) => {
        changeFunctions[index] ??= change;
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
  return changeFunctions as [ChangeParams, ChangeParams];
};

test("concurrent changes to different parameters don't undo each other", async () => {
  const [changeForm, changeSearch] = renderForms();
  await act(async () => {
    changeForm({ edit: "" }, { replace: true });
    changeSearch({ q: "pier", page: "" }, { replace: true });
  });
  expect(window.location.search).toBe("?q=pier");
});

test("a late change doesn't navigate back to the page that was left", async () => {
  const [changeForm] = renderForms();
  await act(async () => screen.getAllByText("Elsewhere")[0]?.click());
  await act(async () => changeForm({ edit: "" }, { replace: true }));
  expect(window.location.pathname).toBe("/elsewhere");
});

test("a search survives the step back of a record that closes meanwhile", async () => {
  const [changeForm, changeSearch] = renderForms();
  await act(async () => changeForm({ edit: "8" }));
  await act(async () => {
    changeForm({ edit: "" }, { replace: true });
    goBackProgrammatically(() => false);
    changeSearch({ q: "pier" }, { replace: true });
  });
  await waitFor(() => expect(window.location.search).toBe("?edit=7&page=2&q=pier"));
});
