import { readdirSync, readFileSync } from "node:fs";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { logins } from "../../supabase/tests/demo-logins.ts";
import { createDonorLinkToken } from "../../supabase/tests/contract/donor-session.ts";
import { clearRateLimits, facts, sql } from "../../supabase/tests/contract/stack.ts";
import { launchBrowser, startVisit, screens, solveMath } from "./browser.ts";
import { openDashboard } from "./logging-in.ts";
import { NIGHTLY } from "../../supabase/tests/results.ts";
import { uniqueWord } from "../../supabase/tests/unique-word.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
beforeEach(() => clearRateLimits());
afterAll(async () => {
  await sql`delete from public.testimonials where name like ${`%${NAME_SUFFIX}`}`;
  await sql`delete from auth.users where email like 'locked-%@example.org'`;
  await browser.close();
});

const NAME_SUFFIX = "of the locked dialogs";
const PASSWORD = "Locked!2026";

const press = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name, exact: true }).first().click();

const createEmail = () => `locked-${uniqueWord()}@example.org`;

/** Fills in the fields that both application forms share, and submits the form. */
const submitApplication = async (page: Page, submitLabel: string) => {
  const form = page.getByRole("form", { name: "Volunteer application" });
  await form.getByLabel("Email").fill(createEmail());
  await form.getByLabel("ZIP code").fill("76102");
  await form.getByLabel("Availability").selectOption("weekends");
  await form.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await form.getByText("Fort Worth").or(form.getByLabel("City")).first().waitFor();
  await form.getByRole("button", { name: submitLabel }).click();
};

const logIn = async (page: Page, label: "Email" | "Username", value: string, password: string) => {
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(label).fill(value);
  await dialog.getByLabel("Password", { exact: true }).fill(password);
  await solveMath(page);
  await press(page, "Log in");
};

type Viewport = NonNullable<BrowserContextOptions["viewport"]>;

const giveByCard = async (page: Page) => {
  await page.getByLabel("Name on card").fill("Robin Lock");
  await page.getByLabel("Card number").pressSequentially("4242424242424242");
  await page.getByLabel("Expiration").pressSequentially("1231");
  await page.getByLabel("CVV").fill("123");
  await page.getByLabel("ZIP code").fill("76102");
  await press(page, /^Give \$/);
};

const waitForPayment = (page: Page) =>
  page
    .getByText(/Thank You!|Payment Declined/)
    .first()
    .waitFor();

const openHome = async (viewport: Viewport) => {
  const { page } = await startVisit(browser, { viewport });
  // The entry of another page lies below, so that Back would leave the home page.
  await page.goto(`${facts.webUrl}/about`, { waitUntil: "networkidle" });
  await page.goto(facts.webUrl, { waitUntil: "networkidle" });
  return page;
};

const openContent = async (viewport: Viewport) => {
  const { page } = await startVisit(browser, { viewport });
  await openDashboard(page, "admin", "/dashboard/content");
  return page;
};

const openList = async (viewport: Viewport) => {
  const { page } = await startVisit(browser, { viewport });
  await openDashboard(page, "admin", "/dashboard/donations");
  return page;
};

/** Adds a donation with a tribute card that hasn't been sent yet, and opens the donor's list of gifts. */
const openGifts = async (viewport: Viewport) => {
  const email = createEmail();
  await sql`
    with donation as (
      insert into public.donations (first_name, last_name, email, amount, is_demo, in_honor_of, status, completed_at)
      values ('Robin', 'Lock', ${email}, 50, true, 'Sgt. Lee', 'completed', '2025-03-01T18:00:00Z') returning id
    )
    insert into public.tributes (donation_id, recipient_name, recipient_email, send_on)
    select id, 'June', ${createEmail()}, private.today() + 30 from donation`;
  const { page } = await startVisit(browser, { viewport });
  await page.goto(`${facts.webUrl}/manage-gift#token=${await createDonorLinkToken(email)}`);
  await press(page, "Show my gifts");
  return page;
};

interface LockedDialog {
  /** The URL pattern of the request that the test holds back. */
  readonly heldUrl: string;
  readonly send: (page: Page) => Promise<void>;
  /** Waits until the page shows that the response has arrived. */
  readonly waitForResponse: (page: Page) => Promise<unknown>;
}

/** The home page's dialogs that lock while sending, by source file. The test opens them one after another on one page. */
const HOME_DIALOGS: Readonly<Record<string, LockedDialog>> = {
  "checkout/donation-dialog.tsx": {
    heldUrl: "**/api/create-donation",
    send: async (page) => {
      await press(page, /^Donate \$/);
      await page.getByLabel("Email for receipt").fill(createEmail());
      await giveByCard(page);
    },
    waitForResponse: waitForPayment,
  },
  "areas/public/volunteer-application/application-dialog.tsx": {
    heldUrl: "**/api/volunteer-applications",
    send: async (page) => {
      await press(page, "Become a volunteer");
      await page.getByLabel("First name").fill("Robin");
      await page.getByLabel("Last name").fill("Lock");
      await page.getByLabel("Phone").fill("555-0100");
      await submitApplication(page, "Submit application");
    },
    waitForResponse: (page) => page.getByText("Application Submitted!").first().waitFor(),
  },
  "areas/public/share-testimonial/testimonial-dialog.tsx": {
    heldUrl: "**/api/testimonials",
    send: async (page) => {
      await press(page, "Write your story");
      const form = page.getByRole("form", { name: "Share your story" });
      await form.getByLabel("Your name").fill(`Robin ${NAME_SUFFIX}`);
      await form.getByLabel("Title or role").fill("Army spouse");
      await form.getByLabel("Your story").fill("The box came on a Tuesday.");
      await form.getByText("4 stars").check({ force: true });
      await form.getByRole("button").last().click();
    },
    waitForResponse: (page) => page.getByText("Thank you", { exact: true }).first().waitFor(),
  },
  "areas/public/volunteer-application/volunteer-form-dialog.tsx": {
    heldUrl: "**/api/volunteer-applications",
    send: async (page) => {
      await press(page, "Apply to volunteer");
      await page.getByLabel("Full name").fill("Robin Lock");
      await submitApplication(page, "Apply to volunteer");
    },
    waitForResponse: (page) => page.getByText("Application Submitted!").first().waitFor(),
  },
  "areas/public/dialogs/admin-login-dialog.tsx": {
    heldUrl: "**/api/admin/login",
    send: async (page) => {
      await press(page, "Administrator login");
      // Uses a wrong password, because the right one would lead away from the page.
      await logIn(page, "Username", logins.admin.username, "Wrong!2026");
    },
    waitForResponse: (page) => page.getByText("Invalid username or password.").first().waitFor(),
  },
  "areas/public/dialogs/volunteer-login-dialog.tsx": {
    heldUrl: "**/api/volunteer/login",
    send: async (page) => {
      await press(page, "Access Full Dashboard");
      await logIn(page, "Email", logins.volunteer.email, logins.volunteer.password);
    },
    waitForResponse: (page) => page.waitForURL(/\/volunteer-dashboard/),
  },
};

const CONTENT_DIALOGS: Readonly<Record<string, LockedDialog>> = {
  "areas/admin/sections/content/legal-editor.tsx": {
    heldUrl: "**/api/legal-content/**",
    send: async (page) => {
      await page.getByRole("heading", { name: "Terms" }).click();
      await press(page, "Edit Terms of Service");
      await press(page, "Save Terms of Service");
    },
    waitForResponse: (page) =>
      page.getByText("Terms of Service has been updated successfully!").first().waitFor(),
  },
};

const GIFT_DIALOGS: Readonly<Record<string, LockedDialog>> = {
  "areas/public/manage-gift/tribute-dialog.tsx": {
    heldUrl: "**/api/my-tributes/**",
    send: async (page) => {
      await press(page, "Edit the card for June");
      await page.getByLabel("Message").fill("Happy birthday");
      await press(page, "Save card");
    },
    waitForResponse: (page) => page.getByText("The card has been changed").first().waitFor(),
  },
  "ui/dialogs/confirm-dialog.tsx": {
    heldUrl: "**/api/my-tributes/**",
    send: async (page) => {
      await press(page, "Cancel the card for June");
      await press(page, "Cancel card");
    },
    waitForResponse: (page) => page.getByText("The card won't be sent").first().waitFor(),
  },
};

/** Presses a tool of the list. On a phone, it is in a menu. */
const pressTool = async (page: Page, name: string) => {
  const menu = page.getByRole("button", { name: "More for donations" });
  await menu
    .or(page.getByRole("button", { name, exact: true }))
    .first()
    .click();
  const item = page.getByRole("menuitem", { name });
  if (await item.isVisible()) await item.click();
};

const LIST_DIALOGS: Readonly<Record<string, LockedDialog>> = {
  "kit/lists/export-dialog.tsx": {
    heldUrl: "**/api/donations/export**",
    send: async (page) => {
      await pressTool(page, "Export");
      await press(page, "Download");
    },
    waitForResponse: (page) => page.waitForEvent("download"),
  },
  "areas/admin/sections/donations/print-dialog.tsx": {
    heldUrl: "**/api/printed-papers/pdf**",
    send: async (page) => {
      await pressTool(page, "Print");
      await press(page, "Make the PDF");
    },
    waitForResponse: async (page) => {
      await press(page, "Stop");
      await page.getByText("Printing was stopped").first().waitFor();
    },
  },
};

const sourceFolder = new URL("../src/", import.meta.url);

it("the tests in this file cover every dialog that locks while it sends", () => {
  const lockingFiles = readdirSync(sourceFolder, { recursive: true, encoding: "utf8" }).filter(
    (file) =>
      file.endsWith(".tsx") &&
      !file.includes(".test.") &&
      readFileSync(new URL(file, sourceFolder), "utf8").includes(" locked={"),
  );
  expect(lockingFiles.toSorted()).toEqual(
    Object.keys({
      ...HOME_DIALOGS,
      ...CONTENT_DIALOGS,
      ...GIFT_DIALOGS,
      ...LIST_DIALOGS,
    }).toSorted(),
  );
});

/** Holds back requests that write data, and parts of exports, until `release` is called. */
const holdRequest = async (page: Page, url: string) => {
  const gate = Promise.withResolvers<void>();
  const requestSent = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    const request = route.request();
    if (request.method() !== "GET" || /\/export|\/pdf/.test(request.url())) {
      requestSent.resolve();
      await gate.promise;
    }
    await route.continue();
  });
  return { requestSent: requestSent.promise, release: gate.resolve };
};

/** Returns whether the dialog is open and in front of the page. */
const isDialogOpen = (page: Page) =>
  page.evaluate(() => document.querySelector("dialog:modal")?.checkVisibility() === true);

const closeDialog = async (page: Page) => {
  await expect
    .poll(async () => {
      if (await isDialogOpen(page)) await page.keyboard.press("Escape");
      return isDialogOpen(page);
    })
    .toBe(false);
  await page.waitForFunction(() => history.state?.dialogEntry === undefined);
};

const PAGES = [
  ["the home page", openHome, HOME_DIALOGS],
  ["the dashboard", openContent, CONTENT_DIALOGS],
  ["a donor's gifts", openGifts, GIFT_DIALOGS],
  ["a list", openList, LIST_DIALOGS],
] as const;

/** Opens each page's dialogs one after another. */
const testPages = (viewport: Viewport) =>
  describe.each(PAGES)("on %s, while a response is pending,", (_, openPage, dialogs) => {
    let page: Page;
    beforeAll(async () => {
      page = await openPage(viewport);
    });
    afterAll(() => page.context().close());

    it.each(Object.entries(dialogs))(
      "DON-14, LEGAL-12: %s stays open after Escape is pressed three times and Back twice, and shows the result",
      async (_file, dialog) => {
        const { requestSent, release } = await holdRequest(page, dialog.heldUrl);
        try {
          await dialog.send(page);
          await requestSent;
          const urlBefore = page.url();
          for (const key of ["Escape", "Escape", "Escape"]) {
            await page.keyboard.press(key);
            expect(await isDialogOpen(page)).toBe(true);
          }
          await page.goBack();
          // page.goForward fails if the dialog replaces its history entry while the browser looks for it.
          await page.evaluate(() => history.forward());
          await page.goBack();
          // A closing dialog removes its history entry a little later.
          await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
          expect(page.url()).toBe(urlBefore);
          expect(await isDialogOpen(page)).toBe(true);
          release();
          await dialog.waitForResponse(page);
        } finally {
          // Resets the page, because the next dialog opens on it.
          release();
          await page.unrouteAll({ behavior: "wait" });
          await closeDialog(page);
        }
      },
    );
  });

it(
  "DON-14, DON-61: the donation page stays open on Back during a payment",
  { tags: [NIGHTLY] },
  async () => {
    const { page } = await startVisit(browser, { viewport: screens.desktop });
    await page.goto(`${facts.webUrl}/about`, { waitUntil: "networkidle" });
    await page.goto(`${facts.webUrl}/donate`, { waitUntil: "networkidle" });
    await page.getByLabel("First name").fill("Robin");
    await page.getByLabel("Last name").fill("Lock");
    await page.getByLabel("Email").fill(createEmail());
    await press(page, "Continue to Payment");
    const { requestSent, release } = await holdRequest(page, "**/api/create-donation");
    await giveByCard(page);
    await requestSent;
    for (const _ of ["first", "second"]) {
      await page.goBack();
      expect(new URL(page.url()).pathname).toBe("/donate");
    }
    release();
    await waitForPayment(page);
    await page.context().close();
  },
);

describe("on a desktop,", () => {
  testPages(screens.desktop);
});

// Dialogs have history entries of their own on phones, also while they aren't locked.
describe.each([
  ["a phone", screens.phone],
  ["a phone held sideways", { width: 844, height: 390 }],
  ["a tablet", { width: 820, height: 1180 }],
])("on %s,", { tags: [NIGHTLY] }, (_, viewport) => {
  testPages(viewport);
});
