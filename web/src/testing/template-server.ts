import { fireEvent, screen, within } from "@testing-library/react";
import { anId, homeData } from "./builders.ts";
import { fakeApi, pagesOf, type FakeAnswer, type FakeCall } from "./fake-api.ts";
import { renderApp } from "./render-app.tsx";
import { anEmailTemplate } from "./settings-builders.ts";

export const LIST = "GET /api/email-templates";
export const CREATE = "POST /api/email-templates";
export const UPDATE = "PUT /api/email-templates/:id";
export const REMOVE = "DELETE /api/email-templates/:id";
export const INIT = "POST /api/email-templates/init-defaults";
export const PREVIEW = "POST /api/email-templates/preview";
export const TEST = "POST /api/email-templates/test";

export type Template = ReturnType<typeof anEmailTemplate>;

/** Fakes a server that stores changes to templates, unless the test overrides an answer. */
export const openTemplates = (
  templates: readonly Template[],
  overrides: Parameters<typeof fakeApi>[0] = {},
) => {
  let rows = [...templates];
  const idOf = ({ url }: FakeCall) => /email-templates\/([\w-]+)/.exec(url)?.[1];
  const api = fakeApi({
    "GET /api/home": { body: homeData() },
    [LIST]: (call: FakeCall) => pagesOf(rows)(call),
    [CREATE]: ({ body }: FakeCall) => {
      const row = anEmailTemplate({ id: anId(), ...(body as Partial<Template>) });
      rows = [...rows, row];
      return { status: 201, body: row };
    },
    [UPDATE]: (call: FakeCall) => {
      rows = rows.map((row) =>
        row.id === idOf(call) ? { ...row, ...(call.body as Partial<Template>) } : row,
      );
      return { body: rows.find(({ id }) => id === idOf(call)) };
    },
    [REMOVE]: (call: FakeCall) => {
      rows = rows.filter(({ id }) => id !== idOf(call));
      return { body: { message: "Email template deleted" } };
    },
    [INIT]: () => {
      rows = [anEmailTemplate()];
      return { body: { message: "Default email templates have been initialized" } };
    },
    [PREVIEW]: ({ body }: FakeCall) => {
      const { subject, htmlContent } = body as Template;
      const html = `<html><head></head><body>${htmlContent}</body></html>`;
      return { body: { subject: `Written: ${subject}`, html, problem: null } };
    },
    [TEST]: { body: { message: "The test email will go to june@example.org within a minute" } },
    ...overrides,
  });
  const view = renderApp("/dashboard/settings/email-templates");
  return {
    ...api,
    ...view,
    press: async (name: string) => view.user.click(await screen.findByRole("button", { name })),
  };
};
export const dialog = async () => within(await screen.findByRole("dialog"));
/** Sets the whole text at once, because typing a long one takes too long. */
export const write = (label: string, text: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } });
export const templateRefusal: FakeAnswer = {
  status: 400,
  body: { message: "The server says why." },
};
export const failure: FakeAnswer = { status: 500 };
