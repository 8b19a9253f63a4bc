import { screen, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { checkoutTerms, homeData, paymentIntent } from "#testing/builders.ts";
import { fakeApi, type FakeResponse } from "#testing/fake-api.ts";
import { renderApp } from "#testing/render-app.tsx";

beforeEach(() => sessionStorage.clear());

const SUMMARY_TEXT = "Add a dedication, cover the fee, or give anonymously";

const visit = async (respond: () => FakeResponse = () => ({ body: paymentIntent() })) => {
  const api = fakeApi({
    "GET /api/home": { body: homeData() },
    "GET /api/checkout": { body: checkoutTerms() },
    "POST /api/create-payment-intent": respond,
  });
  const view = renderApp("/donate");
  const { user, press } = view;
  await user.type(await screen.findByLabelText("First name"), "Anna");
  await user.type(screen.getByLabelText("Last name"), "Reyes");
  await user.type(screen.getByLabelText("Email"), "anna@example.org");
  await user.click(screen.getByText(SUMMARY_TEXT));
  await user.click(screen.getByLabelText("Give in honor or in memory of someone"));
  await user.click(screen.getByRole("radio", { name: "In memory" }));
  await user.type(screen.getByLabelText("In memory of"), "Sgt. Cole");
  await user.click(screen.getByLabelText("Send someone a card about this gift"));
  await screen.findByLabelText("Recipient's name");
  return {
    ...api,
    ...view,
    proceed: () => press("Continue to Payment"),
    sentBodies: () => api.callsOf("POST /api/create-payment-intent").map(({ body }) => body),
  };
};

const fillCard = async ({ user }: Awaited<ReturnType<typeof visit>>) => {
  await user.type(screen.getByLabelText("Recipient's name"), "Ruth");
  await user.type(screen.getByLabelText("Recipient's email"), "ruth@example.org");
  await user.type(screen.getByLabelText(/^Message/), "We miss him.");
};

test("previews the card before the payment, without an amount, and sends it with the gift", async () => {
  const page = await visit();
  await fillCard(page);
  const preview = within(screen.getByRole("article", { name: "Preview of the card" }));
  expect(preview.getByText("“We miss him.”")).toBeTruthy();
  expect(preview.getByText("— Anna Reyes")).toBeTruthy();
  expect(screen.getByText("The final wording may differ a little.")).toBeTruthy();
  expect(screen.getByRole("article", { name: "Preview of the card" }).textContent).not.toMatch(
    /\$|\d/,
  );
  await page.proceed();
  expect(await screen.findByText("Complete Your Donation")).toBeTruthy();
  expect(page.sentBodies()).toMatchObject([
    {
      donorInfo: { inHonorOf: "Sgt. Cole", isMemorial: true },
      tribute: {
        recipientName: "Ruth",
        recipientEmail: "ruth@example.org",
        recipientAddress: null,
        message: "We miss him.",
        sendOn: null,
      },
    },
  ]);
});

test("reports a missing name and a link in the message, and reopens the collapsed section", async () => {
  const page = await visit();
  await page.user.type(screen.getByLabelText(/^Message/), "See example.com");
  await page.user.click(screen.getByText(SUMMARY_TEXT));
  const section = screen.getByText(SUMMARY_TEXT).closest("details")!;
  expect(section.open).toBe(false);
  await page.proceed();
  expect(await screen.findByText("Enter the recipient's name.")).toBeTruthy();
  expect(section.open).toBe(true);
  expect(screen.getByLabelText(/^Message/).getAttribute("aria-invalid")).toBe("true");
  expect(page.sentBodies()).toEqual([]);
});

test("shows the server's error about the day on that field, and keeps the card", async () => {
  const message = "Choose a day within the next year.";
  const page = await visit(() => ({
    status: 400,
    body: {
      message: "Please check the highlighted fields.",
      code: "validation_failed",
      issues: [{ path: "sendOn", message }],
    },
  }));
  await fillCard(page);
  await page.user.type(screen.getByLabelText(/^Day to send it/), "2025-01-01");
  await page.proceed();
  expect(await screen.findByText(message)).toBeTruthy();
  expect(screen.getByLabelText(/^Day to send it/).getAttribute("aria-invalid")).toBe("true");
  expect(screen.getByLabelText<HTMLInputElement>("Recipient's name").value).toBe("Ruth");
});
