import type { QueryClient } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { BrowserRouter, useLocation } from "react-router-dom";
import { expect } from "vitest";
import { createQueryClient } from "../app/query-client.ts";
import { PAGES } from "../app/pages.tsx";
import { AppRoutes } from "../app/app.tsx";
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

const takesPastedText = (field: Element): boolean =>
  field.matches(
    ":is(textarea, input:is([type=text], [type=email], [type=password], [type=search], [type=tel], :not([type]))):enabled",
  );

/**
 * Returns a user whose `type` pastes the text, except the last letter and everything that follows it, such as
 * `{Enter}`. Typing is slow, because every letter renders the form again. To test what happens at each letter, use
 * `keyboard`.
 */
const setupUser = () => {
  const user = userEvent.setup({ delay: null });
  const type = async (field: Element, text: string) => {
    const pastedLength = takesPastedText(field) ? text.search(/[{[]|$/) - 1 : 0;
    if (pastedLength <= 0) return user.type(field, text);
    await user.click(field);
    await user.paste(text.slice(0, pastedLength));
    await user.keyboard(text.slice(pastedLength));
  };
  return { ...user, type };
};

/** Renders part of the app inside its providers. The notification area is already loaded. */
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
  const user = setupUser();
  /**
   * Replaces a field's text. Waits until the field is enabled, because forms disable their fields while they submit.
   */
  const retype = async (field: HTMLElement, text: string) => {
    await waitFor(() => expect(field.matches(":disabled")).toBe(false));
    await user.clear(field);
    if (text !== "") await user.type(field, text);
  };
  return {
    ...view,
    queryClient,
    user,
    /** Opens a row's menu and chooses one of its actions. */
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
