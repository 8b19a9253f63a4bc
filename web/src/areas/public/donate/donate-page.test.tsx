import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import {
  accountability,
  checkoutTerms,
  homeData,
  paymentIntent,
  confirmedDonation,
} from "#testing/builders.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { expectLogged } from "#testing/logged-errors.ts";
import { renderApp } from "#testing/render-app.tsx";

const visit = async (route = "/donate", overrides: Parameters<typeof fakeApi>[0] = {}) => {
  const api = fakeApi({
    "GET /api/home": { body: homeData() },
    "GET /api/checkout": { body: checkoutTerms() },
    "POST /api/create-payment-intent": { body: paymentIntent({ amount: 100 }) },
    "POST /api/create-donation": { body: { ok: true, donation: confirmedDonation() } },
    ...overrides,
  });
  const view = renderApp(route);
  await screen.findByRole("heading", { level: 1, name: "Make a Difference Today" });
  const continueButton = () =>
    screen.queryByRole<HTMLButtonElement>("button", { name: "Continue to Payment" });
  const fillDonor = async () => {
    await view.user.type(screen.getByLabelText("First name"), "Anna");
    await view.user.type(screen.getByLabelText("Last name"), "Reyes");
    await view.user.type(screen.getByLabelText("Email"), "anna@example.org");
  };
  return { ...api, ...view, continueButton, fillDonor };
};

describe("the donation page", () => {
  test("DON-26, DON-27, DON-28, DON-29, DON-38: has a heading, a back link and the fields", async () => {
    await visit();
    expect(screen.getByRole("link", { name: "Back to Home" }).getAttribute("href")).toBe("/");
    expect(screen.getByRole("heading", { name: "Choose Your Donation" })).toBeTruthy();
    for (const label of ["First name", "Last name", "Email", "Custom amount"]) {
      expect(screen.getByLabelText(label)).toBeTruthy();
    }
  });

  test("DON-30, DON-34, DON-37: offers the presets and frequencies", async () => {
    await visit();
    expect(
      screen.getAllByRole("radio").map((radio) => radio.closest("label")?.textContent),
    ).toEqual([
      "One-Time",
      "Monthly",
      "$25Care Package Item",
      "$50Half Package",
      "$100Full Package",
      "$250Family Support",
      "$500Monthly Impact",
    ]);
  });

  test("DON-35, DON-36, DON-41, DON-42: updates the impact with the amount", async () => {
    const { user, retype } = await visit();
    const impactRegion = screen.getByRole("region", { name: "Your Impact" });
    expect(within(impactRegion).getByText("$50")).toBeTruthy();
    expect(within(impactRegion).getByText("Provides 1 complete care package")).toBeTruthy();
    await user.type(screen.getByLabelText("Custom amount"), "149");
    expect(within(impactRegion).getByText("Provides 2 complete care packages")).toBeTruthy();
    await retype(screen.getByLabelText("Custom amount"), "25");
    expect(within(impactRegion).getByText("Provides half a box")).toBeTruthy();
    await retype(screen.getByLabelText("Custom amount"), "abc");
    expect(within(impactRegion).getByText("$0")).toBeTruthy();
  });

  test("DON-43: lists the contents of a package", async () => {
    await visit();
    const impactRegion = screen.getByRole("region", { name: "Your Impact" });
    expect(
      within(impactRegion)
        .getAllByRole("listitem")
        .map((item) => item.textContent),
    ).toEqual([
      "Personal care items",
      "Comfort snacks and beverages",
      "Entertainment materials",
      "Handwritten thank you notes",
      "Essential military-specific items",
    ]);
  });

  test("shows the EIN next to the button and what a gift pays for below it", async () => {
    const packageCosts = [
      { label: "What is in the box", amount: 27.4 },
      { label: "Everything else", amount: 22.6 },
    ];
    const settings = { ...homeData().settings, packageCosts };
    await visit("/donate", { "GET /api/home": { body: homeData({ settings }) } });
    expect(await screen.findByText("Tax-deductible 501(c)(3) · EIN 00-0142536")).toBeTruthy();
    const costRegion = within(screen.getByRole("region", { name: "What a gift pays for" }));
    expect(costRegion.getByText("Everything else")).toBeTruthy();
  });

  test("shows no EIN if none is set", async () => {
    await visit("/donate", { "GET /api/home": { body: homeData({ contactInfo: null }) } });
    expect(await screen.findByText("Tax-deductible 501(c)(3)")).toBeTruthy();
  });

  test("shows the seals and the newest report below the button, in new tabs", async () => {
    const imageUrl = "/images/site/5ce4e000-0000-4000-8000-000000000027/240x240";
    const fileUrl = "/api/financial-reports/5d1f0c53-8a77-4b0e-9c55-1f2a6f0d7a01/file";
    const seals = [{ name: "Candid", pageUrl: "https://candid.example.org/us", imageUrl }];
    const latestReport = { description: "Form 990, public copy", fileUrl };
    await visit("/donate", {
      "GET /api/accountability": { body: accountability({ seals, latestReport }) },
    });
    const region = await screen.findByRole("region", { name: "Accountability" });
    const links = within(region).getAllByRole<HTMLAnchorElement>("link");
    expect(links.map((link) => [link.textContent, link.getAttribute("href"), link.target])).toEqual(
      [
        ["Candid", "https://candid.example.org/us", "_blank"],
        ["Form 990, public copy", fileUrl, "_blank"],
      ],
    );
    expect(region.querySelector("img")?.getAttribute("src")).toBe(imageUrl);
  });

  test("leaves no space for seals if there are none", async () => {
    const { calls } = await visit();
    await waitFor(() => expect(calls.map(({ key }) => key)).toContain("GET /api/accountability"));
    expect(screen.queryByRole("region", { name: "Accountability" })).toBeNull();
  });

  test.each([
    ["First name", " "],
    ["Last name", " "],
    ["Email", " "],
    ["Custom amount", "0"],
  ])("DON-39, DON-40: doesn't continue when %s is %j", async (label, emptyValue) => {
    const { user, retype, continueButton, fillDonor, calls } = await visit();
    const looksEnabled = () => continueButton()?.getAttribute("aria-disabled") === null;
    expect(looksEnabled()).toBe(false);
    await fillDonor();
    expect(looksEnabled()).toBe(true);
    await retype(screen.getByLabelText(label), emptyValue);
    expect(looksEnabled()).toBe(false);
    await user.click(continueButton()!);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(label)));
    expect(screen.getByLabelText(label).getAttribute("aria-invalid")).toBe("true");
    expect(calls.some(({ key }) => key === "POST /api/create-payment-intent")).toBe(false);
  });

  test("DON-40: names every missing field when the grayed-out button is clicked", async () => {
    const { user, continueButton } = await visit();
    await user.click(continueButton()!);
    for (const message of [
      "Enter your first name.",
      "Enter your last name.",
      "Enter your email address.",
    ]) {
      expect(screen.getByText(message)).toBeTruthy();
    }
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("First name")));
  });

  test("asks for a dedication's missing name instead of dropping the dedication", async () => {
    const { user, continueButton, fillDonor, calls } = await visit();
    await fillDonor();
    await user.click(screen.getByLabelText("Give in honor or in memory of someone"));
    await user.click(continueButton()!);
    expect(await screen.findByText("Enter a name, or uncheck the box above.")).toBeTruthy();
    expect(calls.some(({ key }) => key === "POST /api/create-payment-intent")).toBe(false);
    await user.type(screen.getByLabelText("In honor of"), "Sgt. Cole");
    await user.click(continueButton()!);
    expect(await screen.findByText("Complete Your Donation")).toBeTruthy();
    const sentBody = calls.find(({ key }) => key === "POST /api/create-payment-intent")?.body;
    expect(JSON.stringify(sentBody)).toContain("Sgt. Cole");
  });

  test.each([
    [
      "typing",
      (user: Awaited<ReturnType<typeof visit>>["user"]) =>
        user.type(screen.getByLabelText("First name"), "e"),
    ],
    [
      "choosing another amount",
      (user: Awaited<ReturnType<typeof visit>>["user"]) =>
        user.click(screen.getByRole("radio", { name: /^\$250/ })),
    ],
  ])("dismisses an error after %s", async (_, act) => {
    const { user, continueButton, fillDonor } = await visit("/donate", {
      "POST /api/create-payment-intent": { status: 429, body: { message: "Too many attempts." } },
    });
    await fillDonor();
    await user.click(continueButton()!);
    expect(await screen.findByText("Please Wait a Moment")).toBeTruthy();
    await act(user);
    expect(screen.queryByText("Please Wait a Moment")).toBeNull();
    expectLogged("Payment failed at intent");
  });

  test("DON-44, DON-45, DON-46, DON-48, DON-50: shows the card form once there is a client secret", async () => {
    const { user, continueButton, fillDonor, calls } = await visit("/donate?amount=100");
    await fillDonor();
    expect(screen.queryByText("Complete Your Donation")).toBeNull();
    await user.click(continueButton()!);
    expect(await screen.findByText("Complete Your Donation")).toBeTruthy();
    expect(continueButton()).toBeNull();
    expect(calls.find(({ key }) => key === "POST /api/create-payment-intent")?.body).toEqual({
      amount: 100,
      donorInfo: {
        firstName: "Anna",
        lastName: "Reyes",
        email: "anna@example.org",
        amount: "100",
        isRecurring: false,
      },
    });
    const nameField = await screen.findByLabelText<HTMLInputElement>("Name on card");
    expect(nameField.value).toBe("Anna Reyes");
    await user.type(screen.getByLabelText("Card number"), "4242424242424242");
    await user.type(screen.getByLabelText("Expiration"), "1299");
    await user.type(screen.getByLabelText("CVV"), "123");
    await user.type(screen.getByLabelText("ZIP code"), "76102");
    await user.click(screen.getByRole("button", { name: "Give $100" }));
    expect(await screen.findByText("Thank You!")).toBeTruthy();
    const donationCall = calls.find(({ key }) => key === "POST /api/create-donation");
    expect(donationCall?.body).toMatchObject({
      email: "anna@example.org",
      stripePaymentIntentId: "pi_demo_1",
    });
    expect(calls.filter(({ key }) => key === "POST /api/create-payment-intent")).toHaveLength(1);
  });

  test("DON-49, DON-55: logs and shows an error if no payment intent is created, and keeps the input", async () => {
    const { user, continueButton, fillDonor } = await visit("/donate", {
      "POST /api/create-payment-intent": { status: 500 },
    });
    await fillDonor();
    await user.click(continueButton()!);
    expect(await screen.findByText("Failed to create payment intent")).toBeTruthy();
    expect(screen.getByRole("alert").textContent).toContain("You haven't been charged.");
    expectLogged("Payment failed at intent");
    expect(screen.getByLabelText<HTMLInputElement>("First name").value).toBe("Anna");
    expect(continueButton()?.getAttribute("aria-disabled")).toBeNull();
  });

  test("marks an invalid email on its field and sends nothing", async () => {
    const { user, retype, continueButton, calls, fillDonor } = await visit();
    await fillDonor();
    await retype(screen.getByLabelText("Email"), "anna@example{Enter}");
    expect(screen.getByText("Enter a valid email address.")).toBeTruthy();
    expect(screen.getByLabelText("Email").getAttribute("aria-invalid")).toBe("true");
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Email")));
    expect(calls.map(({ key }) => key)).not.toContain("POST /api/create-payment-intent");
    await user.type(screen.getByLabelText("Email"), ".org");
    expect(screen.queryByText("Enter a valid email address.")).toBeNull();
    expect(continueButton()?.getAttribute("aria-disabled")).toBeNull();
  });

  test("shows the server's validation errors on their fields, not as a failed payment", async () => {
    const issues = [{ path: "donorInfo.email", message: "Enter a valid email address." }];
    const { user, continueButton, fillDonor } = await visit("/donate", {
      "POST /api/create-payment-intent": {
        status: 400,
        body: {
          message: "Please check the highlighted fields.",
          code: "validation_failed",
          issues,
        },
      },
    });
    await fillDonor();
    await user.click(continueButton()!);
    expect(await screen.findByText("Enter a valid email address.")).toBeTruthy();
    expect(screen.getByLabelText("Email").getAttribute("aria-invalid")).toBe("true");
    expect(screen.queryByText("Payment Failed")).toBeNull();
  });

  test("DON-45: Change returns from the card form to the filled-in form", async () => {
    const { user, retype, continueButton, fillDonor } = await visit("/donate?amount=75");
    await fillDonor();
    await user.click(continueButton()!);
    await retype(await screen.findByLabelText("Name on card"), "A M Reyes");
    expect(screen.getByText("One box, and half of the next")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Change" }));
    for (const [label, value] of [
      ["First name", "Anna"],
      ["Last name", "Reyes"],
      ["Email", "anna@example.org"],
      ["Custom amount", "75"],
    ] as const) {
      expect(screen.getByLabelText<HTMLInputElement>(label).value).toBe(value);
    }
    await user.click(continueButton()!);
    const nameField = await screen.findByLabelText<HTMLInputElement>("Name on card");
    expect(nameField.value).toBe("A M Reyes");
  });

  test("DON-36: accepts whole dollars as a custom amount, and shows the parsed amount or the error", async () => {
    const { user, retype, continueButton, fillDonor } = await visit();
    await fillDonor();
    const customAmountField = screen.getByLabelText<HTMLInputElement>("Custom amount");
    const impactRegion = screen.getByRole("region", { name: "Your Impact" });
    await user.type(customAmountField, "$1,250.00");
    await user.tab();
    expect(customAmountField.value).toBe("1250");
    expect(impactRegion.textContent).toContain("$1,250");
    await retype(customAmountField, "75.50");
    await user.tab();
    expect(customAmountField.value).toBe("75.50");
    expect(screen.getByText("Enter a whole dollar amount, such as 75.")).toBeTruthy();
    expect(impactRegion.textContent).toContain("$0");
    expect(continueButton()?.getAttribute("aria-disabled")).toBe("true");
  });

  test("suggests a correction for a likely typo in the email, applied with one click", async () => {
    const { user } = await visit();
    await user.type(screen.getByLabelText("Email"), "anna@gmial.com");
    await user.click(screen.getByRole("button", { name: "Did you mean anna@gmail.com?" }));
    expect(screen.getByLabelText<HTMLInputElement>("Email").value).toBe("anna@gmail.com");
    expect(screen.queryByText(/Did you mean/)).toBeNull();
  });

  test("sends the donor's options and shows the amount with the fee to the cent", async () => {
    const { user, continueButton, fillDonor, callsOf } = await visit("/donate?amount=50", {
      "POST /api/create-payment-intent": { body: paymentIntent({ amount: 51.81 }) },
    });
    await fillDonor();
    await user.click(screen.getByLabelText("Add $1.81 to cover the card fee"));
    await user.click(screen.getByLabelText("Give anonymously"));
    await user.click(screen.getByLabelText("Give in honor or in memory of someone"));
    await user.type(screen.getByLabelText("In honor of"), "Sgt. Paul Yates");
    await user.click(continueButton()!);
    expect(await screen.findByRole("button", { name: "Give $51.81" })).toBeTruthy();
    expect(callsOf("POST /api/create-payment-intent")[0]?.body).toMatchObject({
      amount: 50,
      donorInfo: { coversFee: true, isAnonymous: true, inHonorOf: "Sgt. Paul Yates" },
    });
  });

  test("threat 50: keeps all input and choices through a reload", async () => {
    const { user, fillDonor, unmount } = await visit("/donate?amount=100");
    await fillDonor();
    await user.type(screen.getByLabelText("Custom amount"), "85");
    unmount();
    await visit("/donate?amount=100");
    expect(screen.getByLabelText<HTMLInputElement>("Custom amount").value).toBe("85");
    expect(screen.getByLabelText<HTMLInputElement>("Email").value).toBe("anna@example.org");
  });

  test("preselects a monthly gift from a link", async () => {
    await visit("/donate?amount=250&frequency=monthly");
    const isChecked = (name: RegExp) =>
      screen.getByRole<HTMLInputElement>("radio", { name }).checked;
    await waitFor(() => expect(isChecked(/Monthly$/)).toBe(true));
    expect(isChecked(/Family Support/)).toBe(true);
  });

  test("sends the link's source, remembers it for the tab, and ignores an invalid one", async () => {
    const { user, continueButton, fillDonor, callsOf, unmount } = await visit(
      "/donate?amount=50&monthly&source=spring-gala",
    );
    await fillDonor();
    await user.click(continueButton()!);
    await screen.findByText("Complete Your Donation");
    unmount();
    const { user: sameUser, ...nextVisit } = await visit("/donate?amount=100&source=%3Cb%3E");
    await sameUser.click(nextVisit.continueButton()!);
    await screen.findByText("Complete Your Donation");
    const bodies = [callsOf, nextVisit.callsOf].map(
      (calls) => calls("POST /api/create-payment-intent")[0]?.body,
    );
    expect(bodies).toMatchObject([
      { amount: 50, donorInfo: { isRecurring: true }, source: "spring-gala" },
      { amount: 100, donorInfo: { isRecurring: false }, source: "spring-gala" },
    ]);
  });
});
