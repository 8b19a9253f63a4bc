import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { adminApi } from "#testing/admin-api.ts";
import { anId } from "#testing/builders.ts";
import type { FakeCall } from "#testing/fake-api.ts";
import { logInAsAdmin } from "#testing/logging-in.ts";
import { renderApp } from "#testing/render-app.tsx";

beforeEach(() => logInAsAdmin());

test("adds a letter, and refuses a placeholder that it doesn't know", async () => {
  const times = { createdAt: "2026-11-20T15:00:00Z", updatedAt: "2026-11-20T15:00:00Z" };
  const { callsOf } = adminApi({
    "GET /api/letter-templates": { body: [] },
    "POST /api/letter-templates": ({ body }: FakeCall) => ({
      status: 201,
      body: { id: anId(), ...(body as { name: string; body: string }), ...times },
    }),
  });
  const { user } = renderApp("/dashboard/donations/letters");
  const type = async (label: RegExp, text: string) => {
    const field = await screen.findByLabelText(label);
    await user.clear(field);
    await user.click(field);
    await user.paste(text);
  };
  await user.click(await screen.findByRole("button", { name: "Add letter" }));
  await type(/^Name/, "Year-end thanks");
  await type(/^Text/, "Thank you for {{pony}}, {{firstName}}.");
  await user.click(screen.getByRole("button", { name: "Add letter" }));
  expect(await screen.findByText("We don't know what {{pony}} stands for.")).toBeTruthy();
  await type(/^Text/, "Thank you for {{lastGift}}, {{firstName}}.");
  await user.click(screen.getByRole("button", { name: "Add letter" }));
  await waitFor(() =>
    expect(callsOf("POST /api/letter-templates").map(({ body }) => body)).toEqual([
      { name: "Year-end thanks", body: "Thank you for {{lastGift}}, {{firstName}}." },
    ]),
  );
});
