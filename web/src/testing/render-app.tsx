import type { QueryClient } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { BrowserRouter, useLocation } from "react-router-dom";
import { expect } from "vitest";
import { createQueryClient } from "../app/query-client.ts";
import { PAGES } from "../app/pages.tsx";
import { AppRoutes } from "../app/routes.tsx";
import { ToastRegion } from "../ui/messages/toast-region.tsx";
import { QueryClientProvider } from "@tanstack/react-query";

const CurrentPath = () => {
  const { pathname, search, hash } = useLocation();
  return <span data-testid="address" hidden>{`${pathname}${search}${hash}`}</span>;
};

export interface RenderOptions {
  readonly route?: string;
  readonly queryClient?: QueryClient;
}

/** Returns whether a field takes the text as it is pasted, without keys like `{Enter}`. */
const canPaste = (field: HTMLElement, text: string): boolean =>
  field.matches(
    "textarea, input:is([type=text], [type=email], [type=password], [type=search], :not([type]))",
  ) && !/[{[]/.test(text);

/** Renders part of the app inside its providers, with the notification area already loaded. */
export const renderInApp = (
  ui: ReactNode,
  { route = "/", queryClient = createQueryClient() }: RenderOptions = {},
) => {
  window.history.replaceState(null, "", route);
  const view = render(
    <QueryClientProvider client={queryClient}>
      <BrowserRouter>
        {ui}
        <CurrentPath />
      </BrowserRouter>
      <ToastRegion />
    </QueryClientProvider>,
  );
  const user = userEvent.setup({ delay: null });
  /**
   * Replaces a field's text: pastes all but the last letter, because every letter typed renders the form again. A form
   * disables its fields while it submits, so this waits until the field is enabled.
   */
  const retype = async (field: HTMLElement, text: string) => {
    await waitFor(() => expect(field.matches(":disabled")).toBe(false));
    await user.clear(field);
    const pastedLength = canPaste(field, text) ? text.length - 1 : 0;
    if (pastedLength > 0) await user.paste(text.slice(0, pastedLength));
    if (text !== "") await user.type(field, text.slice(pastedLength));
  };
  return {
    ...view,
    queryClient,
    user,
    /** Opens a row's menu and chooses an action. */
    pressInMenu: async (rowName: string, action: string) => {
      await user.click(await screen.findByRole("button", { name: `More for ${rowName}` }));
      await user.click(await screen.findByRole("menuitem", { name: action }));
    },
    press: async (name: string | RegExp) => user.click(await screen.findByRole("button", { name })),
    retype,
    type: async (label: string | RegExp, text: string) =>
      retype(await screen.findByLabelText(label), text),
    currentPath: () => view.getByTestId("address").textContent,
  };
};

export const renderApp = (route: string) => renderInApp(<AppRoutes pages={PAGES} />, { route });
