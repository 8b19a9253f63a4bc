import type { QueryClient } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { BrowserRouter, useLocation } from "react-router-dom";
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
  return {
    ...view,
    queryClient,
    user,
    press: async (name: string | RegExp) => user.click(await screen.findByRole("button", { name })),
    /** Replaces a field's text. */
    type: async (label: string | RegExp, text: string) => {
      const field = await screen.findByLabelText(label);
      await user.clear(field);
      if (text !== "") await user.type(field, text);
    },
    currentPath: () => view.getByTestId("address").textContent,
  };
};

export const renderApp = (route: string) => renderInApp(<AppRoutes pages={PAGES} />, { route });
