import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { checkoutTerms, homeData, paymentIntent } from "#testing/builders.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { renderApp } from "#testing/render-app.tsx";

const visit = async () => {
  const api = fakeApi({
    "GET /api/home": { body: homeData() },
    "GET /api/checkout": { body: checkoutTerms() },
    "POST /api/create-payment-intent": { body: paymentIntent({ amount: 100 }) },
  });
  const view = renderApp("/donate");
  await screen.findByRole("heading", { level: 1, name: "Make a Difference Today" });
  return { ...api, ...view };
};

test("DON-40: says what is missing once the donor has begun to type", async () => {
  const { user } = await visit();
  expect(screen.queryByText(/^To continue/)).toBeNull();
  await user.type(screen.getByLabelText("First name"), "Suharto");
  expect(screen.getByText("To continue, enter your last name and email.")).toBeTruthy();
  await user.type(screen.getByLabelText("Email"), "suharto@example.org");
  expect(screen.getByText("To continue, enter your last name.")).toBeTruthy();
  await user.type(screen.getByLabelText("Last name"), "S");
  expect(screen.queryByText(/^To continue/)).toBeNull();
});

test.each([
  [true, { firstName: "Suharto", lastName: "Donor", hasOneName: true }],
  [false, { firstName: "Suharto", lastName: "Suharto" }],
])("asks whether equal names are one name (%s)", async (isOneName, donorInfo) => {
  const { user, callsOf } = await visit();
  expect(screen.getByText("Only one name? Type it in both fields.")).toBeTruthy();
  for (const label of ["First name", "Last name"]) {
    await user.type(screen.getByLabelText(label), "Suharto");
  }
  await user.type(screen.getByLabelText("Email"), "suharto@example.org");
  const box = screen.getByLabelText(/^Do you use one name/);
  if (isOneName) await user.click(box);
  await user.click(screen.getByRole("button", { name: "Continue to Payment" }));
  expect(await screen.findByText("Complete Your Donation")).toBeTruthy();
  const body = callsOf("POST /api/create-payment-intent")[0]?.body;
  expect(body).toMatchObject({ donorInfo });
  expect(JSON.stringify(body).includes("hasOneName")).toBe(isOneName);
});
