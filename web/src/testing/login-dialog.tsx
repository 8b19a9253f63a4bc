import { screen, waitFor, within } from "@testing-library/react";
import type { ComponentType } from "react";
import { DialogOpener, type OpenableProps } from "./dialog-opener.tsx";
import { renderInApp } from "./render-app.tsx";

/** Renders an open login dialog, and returns functions for what a user can do in it. */
export const openLoginDialog = (Dialog: ComponentType<OpenableProps>) => {
  const view = renderInApp(<DialogOpener dialog={(props) => <Dialog {...props} />} />);
  const getMathField = () => screen.getByLabelText<HTMLInputElement>(/^What is /);
  const getQuestionText = () => screen.getByText(/^What is /).textContent ?? "";
  const solve = () => {
    const [, left, sign, right] = /(\d+) ([+−×]) (\d+)/.exec(getQuestionText()) ?? [];
    const [a, b] = [Number(left), Number(right)];
    return view.user.type(
      getMathField(),
      String({ "+": a + b, "−": a - b, "×": a * b }[sign ?? ""]),
    );
  };
  const submit = () => view.user.click(screen.getByRole("button", { name: "Log in" }));
  const type = (label: string, text: string) => view.user.type(screen.getByLabelText(label), text);
  /** Finds the error in the form instead of the one in the toast, which disappears. */
  const findFormError = async (text: string | RegExp) =>
    (await waitFor(() => within(loginForm()).getByText(text))).closest("[role=alert]")?.textContent;
  const loginForm = () => screen.getByLabelText("Password").closest("form")!;
  const reopen = async () => {
    await view.user.click(screen.getByRole("button", { name: "Close" }));
    await view.user.click(screen.getByText("Open again"));
  };
  return { ...view, getMathField, getQuestionText, solve, submit, type, findFormError, reopen };
};

export const getFieldError = (field: HTMLElement) => {
  const ids = field.getAttribute("aria-describedby")?.split(" ") ?? [];
  return document.getElementById(ids.find((id) => id.endsWith("-error")) ?? "")?.textContent;
};
