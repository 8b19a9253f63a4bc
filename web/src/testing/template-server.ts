import { fireEvent, screen, within } from "@testing-library/react";
import { anId, homeData } from "./builders.ts";
import { fakeApi, pagesOf, type FakeResponse, type FakeCall } from "./fake-api.ts";
import { renderApp } from "./render-app.tsx";
import { anEmailTemplate } from "./settings-builders.ts";

export const LIST_ENDPOINT = "GET /api/email-templates";
export const CREATE_ENDPOINT = "POST /api/email-templates";
export const UPDATE_ENDPOINT = "PUT /api/email-templates/:id";
export const REMOVE_ENDPOINT = "DELETE /api/email-templates/:id";
export const INIT_ENDPOINT = "POST /api/email-templates/init-defaults";
export const PREVIEW_ENDPOINT = "POST /api/email-templates/preview";
export const VERSIONS_ENDPOINT = "GET /api/email-templates/:id/versions";
export const VERSION_ENDPOINT = "GET /api/email-templates/:id/versions/:versionId";
export const TEST_ENDPOINT = "POST /api/email-templates/test";

export type Template = ReturnType<typeof anEmailTemplate>;

/** Fakes a server that stores changes to templates. Responses in `overrides` are used instead. */
export const openTemplates = (
  templates: readonly Template[],
  overrides: Parameters<typeof fakeApi>[0] = {},
) => {
  let rows = [...templates];
  const getId = ({ url }: FakeCall) => /email-templates\/([\w-]+)/.exec(url)?.[1];
  const api = fakeApi({
    "GET /api/home": { body: homeData() },
    [LIST_ENDPOINT]: (call: FakeCall) => pagesOf(rows)(call),
    [CREATE_ENDPOINT]: ({ body }: FakeCall) => {
      const row = anEmailTemplate({ id: anId(), ...(body as Partial<Template>) });
      rows = [...rows, row];
      return { status: 201, body: row };
    },
    [UPDATE_ENDPOINT]: (call: FakeCall) => {
      rows = rows.map((row) =>
        row.id === getId(call) ? { ...row, ...(call.body as Partial<Template>) } : row,
      );
      return { body: rows.find(({ id }) => id === getId(call)) };
    },
    [REMOVE_ENDPOINT]: (call: FakeCall) => {
      rows = rows.filter(({ id }) => id !== getId(call));
      return { body: { message: "Email template deleted" } };
    },
    [INIT_ENDPOINT]: () => {
      rows = [anEmailTemplate()];
      return { body: { message: "Default email templates have been initialized" } };
    },
    [PREVIEW_ENDPOINT]: ({ body }: FakeCall) => {
      const { subject, htmlContent } = body as Template;
      const html = `<html><head></head><body>${htmlContent}</body></html>`;
      return { body: { subject: `Written: ${subject}`, html, problem: null } };
    },
    [VERSIONS_ENDPOINT]: pagesOf([]),
    [TEST_ENDPOINT]: {
      body: { message: "The test email will go to june@example.org within a minute" },
    },
    ...overrides,
  });
  const view = renderApp("/dashboard/settings/email-templates");
  return {
    ...api,
    ...view,
  };
};
export const findDialog = async () => within(await screen.findByRole("dialog"));
/** Sets the whole text at once, because typing long text takes too long. */
export const replaceText = (label: string, text: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } });
export const rejectedTemplateResponse: FakeResponse = {
  status: 400,
  body: { message: "The server says why." },
};
export const serverErrorResponse: FakeResponse = { status: 500 };
